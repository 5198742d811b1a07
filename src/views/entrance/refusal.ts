import type { Problem } from '#contract/problem.ts';

/** What is said above a form: whatever its own fields do not say below themselves. */
export function refusalOf(problem: Problem | null, asked: readonly string[]): string | undefined {
  if (!problem?.fields) return problem?.message;
  const [unplaced] = Object.entries(problem.fields).filter(([field]) => !asked.includes(field));
  return unplaced?.[1][0];
}
