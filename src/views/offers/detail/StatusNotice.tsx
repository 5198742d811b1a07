import { useSelector } from '@xstate/react';
import type { OfferStatusActor } from '#machines/offers/offer-status.ts';
import { Button } from '../../kit/Button.tsx';

/** Why an earlier status could not be put back, or that the offer is not what it was. */
export function StatusNotice({ status }: { status: OfferStatusActor }) {
  const isNotUndone = useSelector(status, (snapshot) => snapshot.matches('notUndone'));
  const isOutdated = useSelector(status, (snapshot) => snapshot.matches('outdated'));
  const problem = useSelector(status, ({ context }) => context.problem);
  const dismiss = (
    <Button size="small" onClick={() => status.send({ type: 'status.cancel' })}>
      Dismiss
    </Button>
  );
  if (isOutdated) {
    return (
      <div className="figures-trouble" role="alert">
        <p>
          Someone else changed this offer meanwhile, so its status was left as it is. Check it and
          try again.
        </p>
        {dismiss}
      </div>
    );
  }
  if (!isNotUndone || !problem) return null;
  return (
    <div className="figures-trouble" role="alert">
      <p>{problem.message} The status is unchanged.</p>
      <Button size="small" onClick={() => status.send({ type: 'retry' })}>
        Retry
      </Button>
      {dismiss}
    </div>
  );
}
