/** What a rig saw: numbers to print, and one sentence for each promise that was broken. */
export type Verdict = { measured: Record<string, number | string>; broken: string[] };

/** Collects the sentences of broken promises. */
export function judge(measured: Verdict['measured'], ...broken: (string | false)[]): Verdict {
  return { measured, broken: broken.filter((sentence) => sentence !== false) };
}
