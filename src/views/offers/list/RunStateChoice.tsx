import { useSelector } from '@xstate/react';
import type { OfferLine } from '#contract/offers/offer.ts';
import type { OffersListActor } from '#machines/offers/offers-list.ts';
import { filterIn, type RunState, runStateOf, runStates } from '#model/offer-list.ts';
import { count } from '../../kit/format.ts';

const words: Record<RunState, string> = {
  run: 'To run now',
  full: 'Full',
  waiting: 'Waiting for an answer',
  available: 'To request',
  refused: 'Refused',
};

/** What an affiliate can do now, with the number of offers; choosing one shows only these. */
export function RunStateChoice({
  actor,
  offers,
}: {
  actor: OffersListActor;
  offers: readonly OfferLine[];
}) {
  const chosen = useSelector(actor, ({ context }) => filterIn(context.place.params).runState);
  const show = (runState: RunState | null) =>
    actor.send({ type: 'params.change', params: { show: runState ?? '' } });
  const counts = runStates
    .map((runState) => ({
      runState,
      offers: offers.filter((offer) => runStateOf(offer) === runState).length,
    }))
    .filter(({ runState, offers }) => offers > 0 || runState === 'run');
  return (
    <fieldset className="offer-states">
      <legend className="only-read">What you can do now</legend>
      {counts.map(({ runState, offers }) => (
        <button
          key={runState}
          type="button"
          className="offer-state"
          data-state={runState}
          aria-pressed={chosen === runState}
          onClick={() => show(chosen === runState ? null : runState)}
        >
          <span className="offer-state-count">{count(offers)}</span>
          <span>{words[runState]}</span>
        </button>
      ))}
    </fieldset>
  );
}
