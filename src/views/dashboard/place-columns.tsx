import type { CSSProperties } from 'react';
import { changeOf } from '#contract/analytics/ratios.ts';
import type { CountryRow, StateRow } from '#contract/analytics/report.ts';
import { change, count, meaningOf, money, percent } from '../kit/format.ts';
import type { Place } from '../kit/maps/atlas.ts';
import type { PlainColumn } from '../kit/tables/PlainTable.tsx';

type PlaceRow = CountryRow | StateRow;

/** The columns of countries and states. */
export function placeColumns(currency: string): readonly PlainColumn<PlaceRow>[] {
  const column = (
    title: string,
    key: 'revenue' | 'conversions' | 'conversion_rate' | 'clicks',
    write: (value: number | null, currency: string) => string,
  ): PlainColumn<PlaceRow> => ({
    title,
    figure: key,
    write: (row) => write(row[key], currency),
    value: (row) => row[key],
  });
  return [
    column('Revenue', 'revenue', money),
    { title: 'Change', write: (row) => <Change row={row} />, value: gained },
    {
      title: 'Share',
      write: ({ share }) => <Share share={share} />,
      value: ({ share }) => share,
    },
    column('Conversions', 'conversions', count),
    column('Conv. rate', 'conversion_rate', percent),
    column('Clicks', 'clicks', count),
  ];
}

/** The same figures for the tooltip of a map. */
export const mapFiguresOf = (
  { revenue, share, conversions, conversion_rate }: PlaceRow,
  currency: string,
): Place['figures'] => [
  { name: 'Revenue', value: money(revenue, currency) },
  { name: 'Share', value: percent(share) },
  { name: 'Conversions', value: count(conversions) },
  { name: 'Conv. rate', value: percent(conversion_rate) },
];

export const byRevenue = (one: { revenue: number }, two: { revenue: number }): number =>
  two.revenue - one.revenue;

function Change({ row }: { row: PlaceRow }) {
  const value = gained(row);
  return (
    <span className="change" data-meaning={meaningOf(value, 'more')}>
      {change(value)}
    </span>
  );
}

function Share({ share }: { share: number | null }) {
  return (
    <span className="share">
      <span className="share-bar" style={partOf(share)} />
      {percent(share)}
    </span>
  );
}

const partOf = (share: number | null): CSSProperties =>
  Object.fromEntries([['--part', `${Math.max(share ?? 0, 0) * 100}%`]]);

function gained({ revenue, previous }: PlaceRow): number | null {
  return changeOf(revenue, previous?.revenue ?? null);
}
