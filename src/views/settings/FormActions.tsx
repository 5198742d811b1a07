import type { Problem } from '#contract/problem.ts';
import { Button } from '../kit/Button.tsx';

/** The end of a form in a sheet: the general error and the buttons. */
export function FormActions({
  problem,
  fields,
  action,
  busy,
  onCancel,
}: {
  problem: Problem | null;
  /** The fields that show their own errors. */
  fields: readonly string[];
  action: string;
  busy: boolean;
  onCancel: () => void;
}) {
  const shown = problem && elsewhere(problem, fields);
  return (
    <>
      {shown ? (
        <p className="field-error" role="alert">
          {shown}
        </p>
      ) : null}
      <div className="note-acts">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={busy}>
          {action}
        </Button>
      </div>
    </>
  );
}

/** The server's errors by form field: `payout.value` belongs to `payout`. */
export const fieldsOf = (problem: Problem | null): Record<string, string[]> | undefined =>
  problem?.fields &&
  Object.fromEntries(
    Object.entries(problem.fields).map(([field, messages]) => [field.split('.')[0], messages]),
  );

/** The errors without a field in the form. */
export function elsewhere(problem: Problem, fields: readonly string[]): string | null {
  const refused = Object.entries(fieldsOf(problem) ?? {});
  if (refused.length === 0) return problem.message;
  const others = refused.filter(([field]) => !fields.includes(field));
  return others.length === 0 ? null : others.flatMap(([, messages]) => messages).join(' ');
}
