import { useSelector } from '@xstate/react';
import type { CollectionActor, CollectionTypes } from '#machines/kit/collection.ts';
import { Button } from './Button.tsx';

/** The notice above a list: the list is old, an action was refused, or an entry was not restored. */
export function CollectionNotice<Types extends CollectionTypes>({
  actor,
  nameOf,
  retryLabel,
}: {
  actor: CollectionActor<Types>;
  nameOf: (row: Types['row']) => string;
  retryLabel?: string;
}) {
  const stale = useSelector(actor, (snapshot) => snapshot.matches({ ready: { resting: 'stale' } }));
  const refused = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'refused' } }),
  );
  const notRestored = useSelector(actor, (snapshot) =>
    snapshot.hasTag('undoable') ? snapshot.context.notRestored[0] : undefined,
  );
  const dismissible = useSelector(actor, (snapshot) => snapshot.can({ type: 'problem.dismiss' }));
  const refusal = useSelector(actor, ({ context }) => context.problem);
  const problem = notRestored?.problem ?? refusal;
  if (!problem || !(stale || refused || notRestored)) return null;
  return (
    <div className="figures-trouble" role="alert">
      <p>
        {notRestored ? `“${nameOf(notRestored.entry)}” not restored. ` : ''}
        {problem.message}
        {stale ? ' It may be outdated.' : ''}
      </p>
      {notRestored ? (
        <Button
          size="small"
          onClick={() => actor.send({ type: 'entry.restore', entry: notRestored.entry })}
        >
          Undo
        </Button>
      ) : null}
      {stale ? (
        <Button size="small" aria-label={retryLabel} onClick={() => actor.send({ type: 'retry' })}>
          Retry
        </Button>
      ) : null}
      {dismissible ? (
        <Button size="small" onClick={() => actor.send({ type: 'problem.dismiss' })}>
          Dismiss
        </Button>
      ) : null}
    </div>
  );
}
