import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { OfferConversionsActor } from '#machines/offers/offer-parts.ts';
import { affiliateOf, nameOf, statusWord, unpaidWords } from '../../conversions/words.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Failed } from '../../kit/Failed.tsx';
import { moment, money } from '../../kit/format.ts';
import { listScene } from '../../kit/list-scene.ts';
import { MoreRows } from '../../kit/MoreRows.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { RefreshButton } from '../../kit/RefreshButton.tsx';
import { type DataColumn, DataTable } from '../../kit/tables/DataTable.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { OfferDays } from './PerformanceTab.tsx';
import type { TabProps } from './tab-props.ts';

/** The last conversions of the offer, and the way to all of them with their filters. */
export function ConversionsTab({
  screen,
  actor,
  selection,
  offer,
}: TabProps<OfferConversionsActor>) {
  const search = useSearch();
  const zone = useSelector(screen, ({ context }) => context.query.timezone);
  const scene = useSelector(actor, listScene);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { rows, problem } = useSelector(actor, ({ context }) => context);
  const isInternal = offer.internal !== null;
  return (
    <>
      <div className="offer-choices">
        <OfferDays screen={screen} selection={selection} />
        <AppLink
          to={linkWith('/conversions', search, { offers: offer.offer_id })}
          className="button"
        >
          Open in the conversion log
        </AppLink>
      </div>
      <section className="panel" aria-labelledby="offer-conversions" aria-busy={busy}>
        <header className="panel-head">
          <h2 className="panel-title" id="offer-conversions">
            Conversions
          </h2>
          <div className="panel-tools">
            <RefreshButton actor={actor} label="Refresh conversions" />
          </div>
        </header>
        {scene === 'failed' && problem ? (
          <Failed
            problem={problem}
            name="conversions"
            onRetry={() => actor.send({ type: 'retry' })}
          />
        ) : null}
        {scene === 'waiting' ? <TableSkeleton rows={8} columns={5} /> : null}
        {scene === 'empty' ? (
          <p className="offer-text offer-quiet">No conversion in these days.</p>
        ) : null}
        {scene === 'ready' ? (
          <>
            <DataTable<Conversion>
              frame={{ name: 'Conversions of the offer', className: 'log-frame' }}
              className="log cards"
              caption="Conversions, newest first"
              rows={rows}
              keyOf={({ id }) => id}
              rowAttributes={({ excluded_reason }) => ({
                className: 'card',
                'data-out': excluded_reason !== null || undefined,
              })}
              columns={columnsIn(zone, offer.currency, isInternal, search)}
            />
            <MoreRows
              actor={actor}
              nextPage={{ hint: 'Rows above are kept.', retry: 'Retry the next conversions' }}
              refresh={{ hint: 'The rows may be outdated.', retry: 'Retry conversions' }}
            />
          </>
        ) : null}
      </section>
    </>
  );
}

const columnsIn = (
  zone: string,
  currency: string,
  isInternal: boolean,
  search: string,
): DataColumn<Conversion>[] => [
  {
    title: 'Order',
    isName: true,
    className: 'log-name',
    write: (row) => (
      <AppLink to={linkWith(`/conversions/${encodeURIComponent(row.id)}`, search)}>
        {nameOf(row)}
      </AppLink>
    ),
  },
  {
    title: 'Time',
    attributes: () => ({ 'data-label': 'Time' }),
    write: ({ event_time }) => <time dateTime={event_time}>{moment(event_time, zone)}</time>,
  },
  {
    title: 'Affiliate',
    attributes: () => ({ 'data-label': 'Affiliate' }),
    write: affiliateOf,
  },
  ...(isInternal
    ? [
        {
          title: `Value (${currency})`,
          className: 'log-figure',
          attributes: () => ({ 'data-label': `Value (${currency})` }),
          write: ({ value }: Conversion) => money(value, currency),
        },
      ]
    : []),
  {
    title: `Payout (${currency})`,
    className: 'log-figure',
    attributes: () => ({ 'data-label': `Payout (${currency})` }),
    write: ({ payout }) => money(payout, currency),
  },
  {
    title: 'Status',
    attributes: () => ({ 'data-label': 'Status' }),
    write: ({ status, unpaid_reason }) => (
      <>
        <span>{statusWord(status)}</span>
        {unpaid_reason === null ? null : (
          <span className="log-mark">{unpaidWords[unpaid_reason]}</span>
        )}
      </>
    ),
  },
];
