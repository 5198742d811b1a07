import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useSearch } from 'wouter';
import type { OfferFigures, OfferLine } from '#contract/offers/offer.ts';
import type { OfferRowsActor, OffersListActor } from '#machines/offers/offers-list.ts';
import { capsByUse } from '#model/offer-caps.ts';
import { isOpenTo } from '#model/offer-list.ts';
import { offerPaths } from '#model/offers.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { count, money, percent } from '../../kit/format.ts';
import { linkWith } from '../../kit/own-days-links.ts';
import { CapChip } from '../common/CapChip.tsx';
import { OfferStatusChip } from '../common/OfferStatusChip.tsx';
import { countriesWords, devicesWords, payoutWords } from '../common/words.ts';
import { CardAccess } from './CardAccess.tsx';

/** What an offer pays the reader, what is left of its caps, and the one thing to do with it. */
export function OfferCard({
  actor,
  list,
  offer,
  figures,
}: {
  actor: OffersListActor;
  list: OfferRowsActor;
  offer: OfferLine;
  figures: OfferFigures | null;
}) {
  const search = useSearch();
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  const title = useId();
  const { amount, per } = payoutWords(offer.payout, offer.currency);
  const caps = capsByUse(offer.caps).slice(0, 2);
  const isMine = offer.access.some(isOpenTo);
  return (
    <article className="offer-card" aria-labelledby={title}>
      <header className="offer-card-head">
        <h2 className="offer-card-name" id={title}>
          <AppLink to={linkWith(offerPaths.detail(offer.id), search)} className="offer-link">
            {offer.name}
          </AppLink>
        </h2>
        {offer.status === 'active' ? null : <OfferStatusChip status={offer.status} />}
      </header>
      <p className="offer-pays">
        <span className="offer-pays-amount">{amount}</span>{' '}
        <span className="offer-pays-per">{per}</span>
      </p>
      {caps.length > 0 ? (
        <ul className="offer-card-caps" aria-label="Caps">
          {caps.map((cap) => (
            <li key={cap.cap}>
              <CapChip cap={cap} look="left" currency={offer.currency} zone={zone} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="offer-card-caps quiet">No cap</p>
      )}
      <p className="offer-card-places">
        {countriesWords(offer)} · {devicesWords(offer)}
      </p>
      {isMine && figures ? (
        <dl className="offer-card-figures">
          <Figure name="Clicks" value={count(figures.clicks)} />
          <Figure name="Conversions" value={count(figures.conversions)} />
          <Figure name="My EPC" value={money(figures.epc, offer.currency)} />
          <Figure name="Approval rate" value={percent(figures.approval_rate)} />
        </dl>
      ) : null}
      <CardAccess list={list} offer={offer} />
    </article>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
