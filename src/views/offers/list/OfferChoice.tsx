import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import type { OfferLine } from '#contract/offers/offer.ts';
import type { OffersListActor } from '#machines/offers/offers-list.ts';

type Props = { actor: OffersListActor; offers: readonly OfferLine[] };

/** Chooses all offers that are shown, or none. */
export function OfferChoiceOfAll({ actor, offers }: Props) {
  const chosen = useSelector(actor, ({ context }) => context.chosen);
  const among = offers.filter(({ id }) => chosen.includes(id)).length;
  const all = among > 0 && among === offers.length;
  return (
    <input
      type="checkbox"
      aria-label="Choose all offers shown"
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = among > 0 && !all;
      }}
      onChange={() =>
        actor.send({
          type: 'offers.choose',
          ids: offers.map(({ id }) => id),
          isChosen: !all,
        })
      }
    />
  );
}

/** The checkbox of an offer. With Shift it chooses all from the one chosen last. */
export function OfferChoice({ actor, offer, offers }: Props & { offer: OfferLine }) {
  const isChosen = useSelector(actor, ({ context }) => context.chosen.includes(offer.id));
  const choose = (ids: number[], chosen: boolean) =>
    actor.send({ type: 'offers.choose', ids, isChosen: chosen });
  const click = (event: MouseEvent<HTMLInputElement>) => {
    const last = actor.getSnapshot().context.chosen.at(-1);
    const [one, two] = [offers.findIndex(({ id }) => id === last), offers.indexOf(offer)];
    if (!event.shiftKey || one === -1) return;
    event.preventDefault();
    const span = offers.slice(Math.min(one, two), Math.max(one, two) + 1);
    choose(
      span.map(({ id }) => id),
      !isChosen,
    );
  };
  return (
    <input
      type="checkbox"
      aria-label={`Choose ${offer.name}`}
      checked={isChosen}
      onChange={() => choose([offer.id], !isChosen)}
      onClick={click}
    />
  );
}
