/**
 * What a rig saw: numbers to print, one sentence for each promise that was broken, and one for each limit of time that
 * was missed. A busy machine misses those too, so that only `npm run torture` judges them.
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

/** A verdict with the limits of time that were missed. */
export const timed = (verdict: Verdict, ...late: Finding[]): Verdict => ({
  ...verdict,
  late: sentences(late),
});

const sentences = (findings: readonly Finding[]): string[] =>
  findings.filter((finding) => finding !== false);
