import { useSelector } from '@xstate/react';
import type { AnnotationsActor } from '#machines/dashboard/annotations.ts';
import { Button } from '../../kit/Button.tsx';

/** Why notes could not be read or changed, below the graph. A failed refresh is not reported. */
export function AnnotationsError({ actor }: { actor: AnnotationsActor }) {
  const failed = useSelector(
    actor,
    (snapshot) => snapshot.hasTag('failed') && !snapshot.matches({ ready: { resting: 'stale' } }),
  );
  const unread = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const notRestored = useSelector(actor, (snapshot) =>
    snapshot.hasTag('undoable') ? snapshot.context.notRestored[0] : undefined,
  );
  const dismissible = useSelector(actor, (snapshot) => snapshot.can({ type: 'problem.dismiss' }));
  const refusal = useSelector(actor, ({ context }) => context.problem);
  const problem = notRestored?.problem ?? refusal;
  if (!problem || !(failed || notRestored)) return null;
  return (
    <span role="alert" className="notes-trouble">
      {unread ? 'Notes are missing. ' : ''}
      {notRestored ? `“${notRestored.entry.text}” not restored. ` : ''}
      {problem.message}
      {notRestored ? (
        <Button
          look="quiet"
          size="small"
          onClick={() => actor.send({ type: 'entry.restore', entry: notRestored.entry })}
        >
          Undo
        </Button>
      ) : null}
      {unread ? (
        <Button
          look="quiet"
          size="small"
          aria-label="Retry notes"
          onClick={() => actor.send({ type: 'retry' })}
        >
          Retry
        </Button>
      ) : null}
      {dismissible ? (
        <Button look="quiet" size="small" onClick={() => actor.send({ type: 'problem.dismiss' })}>
          Dismiss
        </Button>
      ) : null}
    </span>
  );
}
