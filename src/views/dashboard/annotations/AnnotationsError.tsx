import { useSelector } from '@xstate/react';
import type { AnnotationsActor } from '#machines/dashboard/annotations.ts';
import { Button } from '../../kit/Button.tsx';

/** Why notes could not be read or changed, in the foot of a graph that stands without them. */
export function AnnotationsError({ actor }: { actor: AnnotationsActor }) {
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const unread = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const unrestored = useSelector(actor, (snapshot) =>
    snapshot.hasTag('undoable') ? snapshot.context.unrestored[0] : undefined,
  );
  const refusal = useSelector(actor, ({ context }) => context.problem);
  const problem = unrestored?.problem ?? refusal;
  if (!failed || !problem) return null;
  return (
    <span role="alert" className="notes-trouble">
      {unread ? 'Notes are missing. ' : ''}
      {unrestored ? `“${unrestored.removed.text}” is still away. ` : ''}
      {problem.message}
      {unrestored ? (
        <Button
          look="quiet"
          size="small"
          onClick={() => actor.send({ type: 'note.restore', note: unrestored.removed })}
        >
          Undo
        </Button>
      ) : null}
      <Button
        look="quiet"
        size="small"
        aria-label={unread ? 'Retry notes' : 'Dismiss'}
        onClick={() => actor.send({ type: unread ? 'retry' : 'problem.dismiss' })}
      >
        {unread ? 'Retry' : 'Dismiss'}
      </Button>
    </span>
  );
}
