/**
 * The result of a rig: numbers to print, one sentence for each broken promise, and one for each missed time limit. A
 * busy machine misses those too, so that only `npm run torture` judges them.
 */
export type Verdict = {
  measured: Record<string, number | string>;
  broken: string[];
  late: string[];
};

type Finding = string | false;

/** Collects the sentences of broken promises. */
export const judge = (measured: Verdict['measured'], ...broken: Finding[]): Verdict => ({
  measured,
  broken: sentences(broken),
  late: [],
});

/** A verdict with the missed time limits. */
export const timed = (verdict: Verdict, ...late: Finding[]): Verdict => ({
  ...verdict,
  late: sentences(late),
});

const sentences = (findings: readonly Finding[]): string[] =>
  findings.filter((finding) => finding !== false);
