import { useSelector } from '@xstate/react';
import type { OfferStatusActor } from '#machines/offers/offer-status.ts';
import { Button } from '../../kit/Button.tsx';

/** Why an earlier status could not be put back. */
export function StatusNotice({ status }: { status: OfferStatusActor }) {
  const isShown = useSelector(status, (snapshot) => snapshot.matches('notUndone'));
  const problem = useSelector(status, ({ context }) => context.problem);
  if (!isShown || !problem) return null;
  return (
    <div className="figures-trouble" role="alert">
      <p>{problem.message} The status is unchanged.</p>
      <Button size="small" onClick={() => status.send({ type: 'retry' })}>
        Retry
      </Button>
      <Button size="small" onClick={() => status.send({ type: 'status.cancel' })}>
        Dismiss
      </Button>
    </div>
  );
}
