import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { TestChangeActor } from '#machines/split-tests/test-change.ts';
import { Button } from '../../kit/Button.tsx';
import { FormError } from '../../kit/FormError.tsx';

/** The frame of a change's form: why it was refused, and its buttons. */
export function ChangeForm({
  actor,
  action,
  missing = null,
  onSubmit,
  onCancel,
  children,
}: {
  actor: TestChangeActor;
  /** The words of its button. */
  action: string;
  /** What has to be entered first; null where nothing is missing. */
  missing?: string | null;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isOutdated = useSelector(actor, (snapshot) => snapshot.matches('outdated'));
  const problem = useSelector(actor, (snapshot) =>
    snapshot.matches('refused') || snapshot.matches('outdated') ? snapshot.context.problem : null,
  );
  const may = !busy && missing === null;
  return (
    <form
      className="note-fields"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (may) onSubmit();
      }}
    >
      {children}
      <FormError
        message={
          problem && isOutdated
            ? `${problem.message} The test was read again; what you entered is still here.`
            : problem?.message
        }
      />
      {missing === null ? null : (
        <p className="field-note" role="status">
          {missing}
        </p>
      )}
      <div className="note-acts">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" type="submit" aria-disabled={!may}>
          {action}
        </Button>
      </div>
    </form>
  );
}
