import { useSelector } from '@xstate/react';
import type { AnnotationsActor } from '#machines/dashboard/annotations.ts';
import { Button } from '../../kit/Button.tsx';

/** Why notes could not be read or changed, below the graph. Notes that are a little old are no reason for a notice. */
export function AnnotationsError({ actor }: { actor: AnnotationsActor }) {
  const failed = useSelector(
    actor,
    (snapshot) => snapshot.hasTag('failed') && !snapshot.matches({ ready: { resting: 'stale' } }),
  );
  const unread = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const away = useSelector(actor, (snapshot) =>
    snapshot.hasTag('undoable') ? snapshot.context.notRestored[0] : undefined,
  );
  const refusal = useSelector(actor, ({ context }) => context.problem);
  const problem = away?.problem ?? refusal;
  if (!failed || !problem) return null;
  return (
    <span role="alert" className="notes-trouble">
      {unread ? 'Notes are missing. ' : ''}
      {away ? `“${away.entry.text}” is still away. ` : ''}
      {problem.message}
      {away ? (
        <Button
          look="quiet"
          size="small"
          onClick={() => actor.send({ type: 'entry.restore', entry: away.entry })}
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
