import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { OfferFigures, OfferLine } from '#contract/offers/offer.ts';
import { mayWithOffers, type OffersListActor } from '#machines/offers/offers-list.ts';
import { capsByUse } from '#model/offer-caps.ts';
import {
  type FiguresByOffer,
  type OfferOrder,
  orderAfter,
  orderIn,
  textOfOrder,
} from '#model/offer-list.ts';
import { offerPaths } from '#model/offers.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { count, money, none, percent } from '../../kit/format.ts';
import { linkWith } from '../../kit/own-days-links.ts';
import { type DataColumn, DataTable } from '../../kit/tables/DataTable.tsx';
import { CapChip } from '../common/CapChip.tsx';
import { OfferStatusChip } from '../common/OfferStatusChip.tsx';
import { payoutWords } from '../common/words.ts';
import { OfferChoice, OfferChoiceOfAll } from './OfferChoice.tsx';
import { OfferMenu } from './OfferMenu.tsx';

type Props = {
  actor: OffersListActor;
  offers: readonly OfferLine[];
  figures: FiguresByOffer;
};

/** One row for each offer, for members of the project. */
export function OfferTable({ actor, offers, figures }: Props) {
  const sort = useSelector(actor, ({ context }) => context.place.params.sort);
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  const mayWrite = useSelector(actor, ({ context }) => mayWithOffers(context, 'offer.write'));
  const search = useSearch();
  const sorted = orderIn(sort);
  const sortedBy = (by: OfferOrder) => ({
    sort: {
      order: sorted.by === by ? (sorted.descends ? ('desc' as const) : ('asc' as const)) : null,
      choose: () =>
        actor.send({
          type: 'params.change',
          params: { sort: textOfOrder(orderAfter(sorted, by)) },
        }),
    },
  });
  const figure = (
    title: string,
    by: OfferOrder & keyof OfferFigures,
    write: (value: number | null | undefined, offer: OfferLine) => string,
  ): DataColumn<OfferLine> => ({
    title,
    ...sortedBy(by),
    className: 'log-figure',
    attributes: () => ({ 'data-label': title }),
    write: (offer) => write(figures[offer.id]?.[by], offer),
  });
  const sum = (value: number | null | undefined, { currency }: OfferLine) => money(value, currency);
  const choice: DataColumn<OfferLine> = {
    title: 'Choice',
    head: <OfferChoiceOfAll actor={actor} offers={offers} />,
    className: 'log-choice',
    write: (offer) => <OfferChoice actor={actor} offer={offer} offers={offers} />,
  };
  const acts: DataColumn<OfferLine> = {
    title: 'Actions',
    head: <span className="only-read">Actions</span>,
    cellClass: 'offer-acts',
    write: (offer) => <OfferMenu actor={actor} offer={offer} />,
  };
  return (
    <DataTable<OfferLine>
      frame={{ name: 'Rows of offers', className: 'log-frame' }}
      className="log offer-table cards"
      caption="Offers"
      rows={offers}
      keyOf={({ id }) => id}
      rowAttributes={() => ({ className: 'card' })}
      columns={[
        ...(mayWrite ? [choice] : []),
        {
          title: 'Offer',
          ...sortedBy('name'),
          isName: true,
          className: 'offer-name',
          write: (offer) => (
            <>
              <AppLink to={linkWith(offerPaths.detail(offer.id), search)} className="offer-link">
                {offer.name}
              </AppLink>
              <span className="offer-note">
                {[offer.offer_id, offer.advertiser_name].filter(Boolean).join(' · ')}
              </span>
            </>
          ),
        },
        {
          title: 'Status',
          className: 'log-status',
          attributes: () => ({ 'data-label': 'Status' }),
          write: ({ status }) => <OfferStatusChip status={status} />,
        },
        {
          title: 'Payout',
          ...sortedBy('payout'),
          className: 'log-figure',
          attributes: () => ({ 'data-label': 'Payout' }),
          write: ({ payout, currency }) => {
            const { amount, per } = payoutWords(payout, currency);
            return (
              <>
                {amount}
                <span className="offer-note">{per}</span>
              </>
            );
          },
        },
        {
          title: 'Caps',
          ...sortedBy('caps'),
          className: 'offer-caps',
          attributes: () => ({ 'data-label': 'Caps' }),
          write: ({ caps, currency }) => <Caps caps={caps} currency={currency} zone={zone} />,
        },
        figure('Clicks', 'clicks', count),
        figure('Conversions', 'conversions', count),
        figure('Payout EPC', 'epc', sum),
        figure('Network EPC', 'network_epc', sum),
        figure('Conversion rate', 'conversion_rate', percent),
        figure('Approval rate', 'approval_rate', percent),
        figure('Margin', 'margin', percent),
        {
          title: 'Requests',
          ...sortedBy('requests'),
          className: 'log-figure',
          attributes: () => ({ 'data-label': 'Requests' }),
          write: ({ id, name, requests }) =>
            requests ? (
              <AppLink
                to={`${linkWith(offerPaths.detail(id), search)}#access`}
                className="link"
                aria-label={`Requests of ${name}: ${count(requests)}`}
              >
                {count(requests)}
              </AppLink>
            ) : (
              none
            ),
        },
        ...(mayWrite ? [acts] : []),
      ]}
    />
  );
}

/** The fullest cap, and how many others there are. */
function Caps({ caps, currency, zone }: Pick<OfferLine, 'caps' | 'currency'> & { zone: string }) {
  const [fullest, ...others] = capsByUse(caps);
  if (!fullest) return none;
  return (
    <>
      <CapChip cap={fullest} currency={currency} zone={zone} />
      {others.length > 0 ? <span className="offer-note">{`and ${others.length} more`}</span> : null}
    </>
  );
}
