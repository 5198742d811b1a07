import type { CSSProperties } from 'react';
import { changeOf } from '#contract/analytics/ratios.ts';
import type { CountryRow, StateRow } from '#contract/analytics/report.ts';
import { change, count, meaningOf, money, percent } from '../kit/format.ts';
import type { Place } from '../kit/maps/atlas.ts';
import type { PlainColumn } from '../kit/tables/PlainTable.tsx';

type PlaceRow = CountryRow | StateRow;

/** The columns of countries and states. */
export const placeColumns: readonly PlainColumn<PlaceRow>[] = [
  {
    title: 'Revenue',
    figure: 'revenue',
    write: ({ revenue }) => money(revenue),
    value: ({ revenue }) => revenue,
  },
  { title: 'Change', write: (row) => <Change row={row} />, value: gained },
  {
    title: 'Share',
    write: ({ share }) => <Share share={share} />,
    value: ({ share }) => share,
  },
  {
    title: 'Conversions',
    figure: 'conversions',
    write: ({ conversions }) => count(conversions),
    value: ({ conversions }) => conversions,
  },
  {
    title: 'Conv. rate',
    figure: 'conversion_rate',
    write: ({ conversion_rate }) => percent(conversion_rate),
    value: ({ conversion_rate }) => conversion_rate,
  },
  {
    title: 'Clicks',
    figure: 'clicks',
    write: ({ clicks }) => count(clicks),
    value: ({ clicks }) => clicks,
  },
];

/** The same figures for the tooltip of a map. */
export const mapFiguresOf = ({
  revenue,
  share,
  conversions,
  conversion_rate,
}: PlaceRow): Place['figures'] => [
  { name: 'Revenue', value: money(revenue) },
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
