import type { OfferReport } from '#contract/offers/offer.ts';
import type { OfferBreakdown, OfferReportRow } from '#model/offer-detail.ts';
import { bidiIsolated } from '../../kit/bidi-isolated.ts';
import { count, money, none, percent } from '../../kit/format.ts';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import { bucketNameInFull } from './bucket-names.ts';
import { breakdownNames } from './words.ts';

/** The figures of every row, and their sums. */
export function ReportTable({
  report,
  breakdown,
  currency,
  isInternal,
}: {
  report: OfferReport;
  breakdown: OfferBreakdown;
  currency: string;
  isInternal: boolean;
}) {
  return (
    <PlainTable
      name={`Performance by ${breakdownNames[breakdown].toLowerCase()}`}
      rowTitle={breakdownNames[breakdown]}
      rows={report.rows}
      keyOf={({ key }) => key ?? 'none'}
      write={({ key, label }) => {
        if (key === null) return <span className="quiet">Not known</span>;
        const isTime = breakdown === 'day' || breakdown === 'hour';
        return isTime ? bucketNameInFull({ key, label }) : bidiIsolated(label);
      }}
      columns={columnsOf(report, breakdown, currency, isInternal)}
      isMarked={({ scrub }) => scrub?.is_high ?? false}
      most={50}
      isCards
    />
  );
}

function columnsOf(
  { total }: OfferReport,
  breakdown: OfferBreakdown,
  currency: string,
  isInternal: boolean,
): PlainColumn<OfferReportRow>[] {
  const cash = (title: string, of: (row: OfferReport['total']) => number | null) => ({
    title: `${title} (${currency})`,
    write: (row: OfferReportRow) => money(of(row), currency),
    value: of,
    total: money(of(total), currency),
  });
  const number = (title: string, of: (row: OfferReport['total']) => number) => ({
    title,
    write: (row: OfferReportRow) => count(of(row)),
    value: of,
    total: count(of(total)),
  });
  const rate = (title: string, of: (row: OfferReport['total']) => number | null) => ({
    title,
    write: (row: OfferReportRow) => percent(of(row)),
    value: of,
    total: percent(of(total)),
  });
  return [
    number('Clicks', ({ clicks }) => clicks),
    number('Conversions', ({ conversions }) => conversions),
    rate('Conversion rate', ({ conversion_rate }) => conversion_rate),
    rate('Approval rate', ({ approval_rate }) => approval_rate),
    cash('Payout', ({ payout }) => payout),
    cash(isInternal ? 'Affiliate EPC' : 'EPC', ({ epc }) => epc),
    ...(isInternal
      ? [
          cash('Revenue', ({ revenue }) => revenue),
          cash('Network EPC', ({ network_epc }) => network_epc),
          cash('Profit', ({ profit }) => profit),
          rate('Margin', ({ margin }) => margin),
        ]
      : []),
    ...(isInternal && breakdown === 'affiliate' ? [scrubColumn] : []),
  ];
}

const scrubColumn: PlainColumn<OfferReportRow> = {
  title: 'Scrub',
  write: ({ scrub }) =>
    scrub === null ? (
      none
    ) : (
      <>
        {`${percent(scrub.rate)} (${percent(scrub.low)} to ${percent(scrub.high)})`}
        {scrub.is_high ? <span className="offer-mark">above the offer</span> : null}
      </>
    ),
  value: ({ scrub }) => scrub?.rate ?? null,
  total: none,
};
