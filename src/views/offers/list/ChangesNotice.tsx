import { useSelector } from '@xstate/react';
import type { OfferChangesActor } from '#machines/offers/offer-changes.ts';
import type { OffersListActor } from '#machines/offers/offers-list.ts';
import { Button } from '../../kit/Button.tsx';

/** What a change of offers did not do, until it is dismissed or made again. */
export function ChangesNotice({ actor }: { actor: OffersListActor }) {
  const changes = useSelector(actor, ({ children }) => children.changes);
  return changes ? <ChangesError changes={changes} /> : null;
}

export function ChangesError({ changes }: { changes: OfferChangesActor }) {
  const { refused, problem } = useSelector(changes, ({ context }) => context);
  const isRefused = useSelector(changes, (snapshot) => snapshot.matches('refused'));
  const isFailed = useSelector(changes, (snapshot) => snapshot.matches('failed'));
  const dismiss = (
    <Button size="small" onClick={() => changes.send({ type: 'refusals.dismiss' })}>
      Dismiss
    </Button>
  );
  if (isFailed && problem) {
    return (
      <div className="figures-trouble" role="alert">
        <p>{problem.message} Nothing was changed.</p>
        <Button
          size="small"
          aria-label="Retry the change"
          onClick={() => changes.send({ type: 'retry' })}
        >
          Retry
        </Button>
        {dismiss}
      </div>
    );
  }
  if (!isRefused) return null;
  return (
    <div className="figures-trouble" role="alert">
      <ul className="offer-refused">
        {refused.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name}</strong>: {message}
          </li>
        ))}
      </ul>
      {dismiss}
    </div>
  );
}
