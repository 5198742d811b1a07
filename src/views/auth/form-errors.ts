import type { Problem } from '#contract/problem.ts';

/** The error above a form: the problem's message, or the error of a field that the form does not have. */
export function formErrorOf(
  problem: Problem | null,
  formFields: readonly string[],
): string | undefined {
  if (!problem?.fields) return problem?.message;
  const [unplaced] = Object.entries(problem.fields).filter(
    ([field]) => !formFields.includes(field),
  );
  return unplaced?.[1][0];
}

/** The errors by form field: the API calls the telephone `phone`. */
export function fieldErrorsOf(problem: Problem | null): Problem['fields'] {
  const phone = problem?.fields?.phone;
  return phone ? { ...problem?.fields, telephone: phone } : problem?.fields;
}
