import type { Problem } from '#contract/problem.ts';
import { Button } from './Button.tsx';
import { formErrorOf } from './form-errors.ts';

/** The end of a form in a sheet or dialog: what no field shows, and the buttons. */
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
  const shown = formErrorOf(problem, fields);
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
