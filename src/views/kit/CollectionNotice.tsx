import { useSelector } from '@xstate/react';
import type { CollectionActor, CollectionTypes } from '#machines/kit/collection.ts';
import { Button } from './Button.tsx';

/** Why the list above which it stands is old, or why an entry was not changed or not restored, and what can be done. */
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
  const away = useSelector(actor, (snapshot) =>
    snapshot.hasTag('undoable') ? snapshot.context.notRestored[0] : undefined,
  );
  const refusal = useSelector(actor, ({ context }) => context.problem);
  const problem = away?.problem ?? refusal;
  if (!problem || !(stale || refused || away)) return null;
  return (
    <div className="figures-trouble" role="alert">
      <p>
        {away ? `“${nameOf(away.entry)}” is still away. ` : ''}
        {problem.message}
        {stale ? ' What is shown is from before.' : ''}
      </p>
      {away ? (
        <Button
          size="small"
          onClick={() => actor.send({ type: 'entry.restore', entry: away.entry })}
        >
          Undo
        </Button>
      ) : null}
      {stale ? (
        <Button size="small" aria-label={retryLabel} onClick={() => actor.send({ type: 'retry' })}>
          Retry
        </Button>
      ) : (
        <Button size="small" onClick={() => actor.send({ type: 'problem.dismiss' })}>
          Dismiss
        </Button>
      )}
    </div>
  );
}
