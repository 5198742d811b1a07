import type { Problem } from '#contract/problem.ts';
import { Button } from '../kit/Button.tsx';

/** The end of a form in a sheet: what was refused as a whole, and the two ways on. */
export function FormActions({
  problem,
  fields,
  act,
  busy,
  onCancel,
}: {
  problem: Problem | null;
  /** The fields that show their own refusals. */
  fields: readonly string[];
  act: string;
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
          {act}
        </Button>
      </div>
    </>
  );
}

/** What the server refused by the field of the form: `payout.value` stands in `payout`. */
export const fieldsOf = (problem: Problem | null): Record<string, string[]> | undefined =>
  problem?.fields &&
  Object.fromEntries(
    Object.entries(problem.fields).map(([field, messages]) => [field.split('.')[0], messages]),
  );

/** What no field of the form shows. */
export function elsewhere(problem: Problem, fields: readonly string[]): string | null {
  const refused = Object.entries(fieldsOf(problem) ?? {});
  if (refused.length === 0) return problem.message;
  const others = refused.filter(([field]) => !fields.includes(field));
  return others.length === 0 ? null : others.flatMap(([, messages]) => messages).join(' ');
}
