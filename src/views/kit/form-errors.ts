import type { Problem } from '#contract/problem.ts';

/** The server's errors by form field: `payout.value` belongs to `payout`, and the API calls the telephone `phone`. */
export function fieldErrorsOf(problem: Problem | null): Problem['fields'] {
  if (!problem?.fields) return undefined;
  return Object.fromEntries(
    Object.entries(problem.fields).map(([field, messages]) => [
      field === 'phone' ? 'telephone' : (field.split('.')[0] ?? field),
      messages,
    ]),
  );
}

/** What no field of the form shows: the errors of other fields, or the message of a problem without fields. */
export function formErrorOf(
  problem: Problem | null,
  formFields: readonly string[],
): string | undefined {
  const refused = Object.entries(fieldErrorsOf(problem) ?? {});
  if (refused.length === 0) return problem?.message;
  const others = refused.filter(([field]) => !formFields.includes(field));
  return others.flatMap(([, messages]) => messages).join(' ') || undefined;
}
