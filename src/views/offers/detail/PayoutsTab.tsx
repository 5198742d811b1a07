import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { OfferReportActor } from '#machines/offers/offer-parts.ts';
import type { OfferReportRow } from '#model/offer-detail.ts';
import { payoutsPath } from '#model/offer-payouts.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { count, money } from '../../kit/format.ts';
import { LoaderPanel } from '../../kit/LoaderPanel.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { NoFigures, OfferDays } from './PerformanceTab.tsx';
import type { TabProps } from './tab-props.ts';

/** What each affiliate earned with the offer; what is paid is settled over all offers. */
export function PayoutsTab({ screen, actor, selection, offer }: TabProps<OfferReportActor>) {
  const search = useSearch();
  const isInternal = offer.internal !== null;
  const project = useSelector(screen, ({ context }) => context.query.project);
  const shown = useSelector(actor, ({ context }) => context.answer?.data);
  return (
    <>
      <div className="offer-choices">
        <OfferDays screen={screen} selection={selection} />
        <AppLink
          to={linkWith(payoutsPath, search, {
            project: String(project),
            ...(shown ? { range: '', start: shown.start_date, end: shown.end_date } : {}),
          })}
          className="button"
        >
          Payouts of all offers
        </AppLink>
      </div>
      <LoaderPanel
        actor={actor}
        selection={selection}
        title={isInternal ? 'Earned by affiliates' : 'What you earned'}
        definition="Payouts of the conversions of these days. Payouts are settled over all offers of an affiliate."
        skeleton={<TableSkeleton rows={4} columns={4} />}
        quiet={<NoFigures />}
      >
        {({ rows, total }, { currency }) => (
          <PlainTable
            name="Payouts by affiliate"
            rowTitle="Affiliate"
            rows={rows}
            keyOf={({ key }) => key ?? 'none'}
            write={({ key, label }) => (key === null ? 'Not known' : label)}
            columns={columnsOf(total, currency, isInternal)}
            most={50}
            isCards
          />
        )}
      </LoaderPanel>
    </>
  );
}

type Total = Omit<OfferReportRow, 'key' | 'label' | 'scrub'>;

const columnsOf = (
  total: Total,
  currency: string,
  isInternal: boolean,
): PlainColumn<OfferReportRow>[] => [
  ...(
    [
      ['Conversions', ({ conversions }: Total) => conversions],
      ['Approved', ({ approved }: Total) => approved],
      ['Not decided', ({ pending }: Total) => pending],
      ['Rejected', ({ rejected }: Total) => rejected],
    ] as const
  ).map(([title, of]) => ({
    title,
    write: (row: OfferReportRow) => count(of(row)),
    value: of,
    total: count(of(total)),
  })),
  {
    title: `Payout (${currency})`,
    write: ({ payout }) => money(payout, currency),
    value: ({ payout }) => payout,
    total: money(total.payout, currency),
  },
  ...(isInternal
    ? [
        {
          title: `Revenue (${currency})`,
          write: ({ revenue }: OfferReportRow) => money(revenue, currency),
          value: ({ revenue }: OfferReportRow) => revenue,
          total: money(total.revenue, currency),
        },
      ]
    : []),
];
