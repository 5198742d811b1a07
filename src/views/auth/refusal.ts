import type { Problem } from '#contract/problem.ts';

/** What is said above a form: whatever its own fields do not say below themselves. */
export function refusalOf(problem: Problem | null, asked: readonly string[]): string | undefined {
  if (!problem?.fields) return problem?.message;
  const [unplaced] = Object.entries(problem.fields).filter(([field]) => !asked.includes(field));
  return unplaced?.[1][0];
}

/** What is said below fields, by the names they have here: the calls know a telephone as `phone`. */
export function placedIn(problem: Problem | null): Problem['fields'] {
  const phone = problem?.fields?.phone;
  return phone ? { ...problem?.fields, telephone: phone } : problem?.fields;
}
