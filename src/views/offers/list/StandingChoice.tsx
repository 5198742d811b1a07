import { useSelector } from '@xstate/react';
import type { OfferLine } from '#contract/offers/offer.ts';
import type { OffersListActor } from '#machines/offers/offers-list.ts';
import { filterIn, type Standing, standingOf, standings } from '#model/offer-list.ts';
import { count } from '../../kit/format.ts';

const words: Record<Standing, string> = {
  run: 'To run now',
  full: 'Full',
  waiting: 'Waiting for an answer',
  available: 'To request',
  refused: 'Refused',
};

/** What an affiliate can do now, with the number of offers; choosing one shows only these. */
export function StandingChoice({
  actor,
  offers,
}: {
  actor: OffersListActor;
  offers: readonly OfferLine[];
}) {
  const chosen = useSelector(actor, ({ context }) => filterIn(context.place.params).standing);
  const show = (standing: Standing | null) =>
    actor.send({ type: 'params.change', params: { show: standing ?? '' } });
  const counts = standings
    .map((standing) => ({
      standing,
      offers: offers.filter((offer) => standingOf(offer) === standing).length,
    }))
    .filter(({ standing, offers }) => offers > 0 || standing === 'run');
  return (
    <fieldset className="offer-standings">
      <legend className="only-read">What you can do now</legend>
      {counts.map(({ standing, offers }) => (
        <button
          key={standing}
          type="button"
          className="offer-standing"
          data-standing={standing}
          aria-pressed={chosen === standing}
          onClick={() => show(chosen === standing ? null : standing)}
        >
          <span className="offer-standing-count">{count(offers)}</span>
          <span>{words[standing]}</span>
        </button>
      ))}
    </fieldset>
  );
}
