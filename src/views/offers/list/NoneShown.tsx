import type { OfferLine } from '#contract/offers/offer.ts';
import type { OffersListActor } from '#machines/offers/offers-list.ts';
import { noFilter, type OfferFilter, runStateOf } from '#model/offer-list.ts';
import { Button } from '../../kit/Button.tsx';

/** No offer matches. Where an affiliate looks for what it can run and runs nothing yet, how it begins. */
export function NoneShown({
  actor,
  offers,
  filter,
}: {
  actor: OffersListActor;
  offers: readonly OfferLine[];
  filter: OfferFilter;
}) {
  const show = (params: Record<string, string>) => actor.send({ type: 'params.change', params });
  const canRequest = offers.some((offer) => runStateOf(offer) === 'available');
  const runsNothing = filter.runState === 'run' && !offers.some((o) => runStateOf(o) === 'run');
  return (
    <div className="blank">
      <p className="blank-title">
        {runsNothing ? 'You can run no offer now' : 'No offer matches these filters'}
      </p>
      <div className="blank-acts">
        {runsNothing && canRequest ? (
          <Button look="primary" onClick={() => show({ ...noFilter, show: 'available' })}>
            Show offers to request
          </Button>
        ) : null}
        <Button onClick={() => show(noFilter)}>Clear filters</Button>
      </div>
    </div>
  );
}
