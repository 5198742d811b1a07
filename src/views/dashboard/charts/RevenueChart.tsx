import type { GraphPoint, RevenueRange } from '#contract/analytics/report.ts';
import { BucketLabels } from '../../kit/charts/BucketLabels.tsx';
import { axis, bandsOver, centreOf } from '../../kit/charts/bands.ts';
import { ChartSlider } from '../../kit/charts/ChartSlider.tsx';
import { ChartTip } from '../../kit/charts/ChartTip.tsx';
import { Cursor } from '../../kit/charts/Cursor.tsx';
import { labelledBuckets } from '../../kit/charts/labelled-buckets.ts';
import { Pane } from '../../kit/charts/Pane.tsx';
import type { Series } from '../../kit/charts/series.ts';
import { bucketCell, cellAttributes } from '../../kit/figure-attributes.ts';
import { bucket, bucketInFull, money } from '../../kit/format.ts';

type Row = RevenueRange['rows'][number];

const top = 18;
const gap = 26;

const amount = { name: 'revenue', weight: 1, write: money } as const;
const upTo: Series = {
  ...amount,
  title: 'Added up',
  mark: 'area',
  of: ({ revenue }) => revenue,
  before: ({ previous }) => previous?.revenue ?? null,
};
const each: Series = { ...upTo, title: 'Each', mark: 'bar' };

/** The cumulated revenue above the revenue per bucket, with the compared period behind both. */
export function RevenueChart({
  rows,
  currency,
  zone,
  isHourly,
  width,
  height,
}: {
  rows: readonly Row[];
  currency: string;
  zone: string;
  isHourly: boolean;
  width: number;
  height: number;
}) {
  const x = bandsOver(rows.length, width);
  const [left, right] = x.range();
  const middle = top + (height - axis.bottom - top - gap - top) * 0.62;
  const latest = rows.findLastIndex(({ revenue }) => revenue !== null);
  const shared = { unit: currency, x, left, right } as const;

  return (
    <ChartSlider
      name="Point in the range"
      count={rows.length}
      from={Math.max(latest, 0)}
      spoken={(index) => spoken(rows[index], currency)}
      width={width}
      height={height}
      left={left}
      right={right}
      opens={(index) => {
        const row = rows[index];
        return row?.revenue == null ? null : cellAttributes([bucketCell(row, zone)]);
      }}
      tip={(index) => (
        <Tip row={rows[index]} currency={currency} left={centreOf(x, index)} width={width} />
      )}
    >
      {(cursor) => (
        <>
          <Cursor x={x} at={cursor} height={height - axis.bottom} />
          <Pane
            {...shared}
            series={upTo}
            points={rows.map((row) => pointOf(row, row.cumulative, row.previous_cumulative))}
            from={top}
            to={middle}
            cursor={cursor}
          />
          <Pane
            {...shared}
            series={{ ...each, title: isHourly ? 'Each hour' : 'Each day' }}
            points={rows.map((row) => pointOf(row, row.revenue, row.previous_revenue))}
            from={middle + gap + top}
            to={height - axis.bottom}
            cursor={cursor}
          />
          <BucketLabels
            x={x}
            y={height - axis.bottom + 18}
            indexes={labelledBuckets(rows.length, right - left)}
            write={(index) => bucket(rows[index]?.date ?? 0)}
          />
        </>
      )}
    </ChartSlider>
  );
}

/** One figure of a row as a point of a pane. */
const pointOf = (
  { date, start, partial }: Row,
  revenue: number | null,
  before: number | null,
): GraphPoint => ({
  date,
  start,
  revenue,
  partial,
  clicks: null,
  conversion: null,
  cost: null,
  previous:
    before === null ? null : { revenue: before, clicks: null, conversion: null, cost: null },
});

function Tip({
  row,
  currency,
  left,
  width,
}: {
  row: Row | undefined;
  currency: string;
  left: number;
  width: number;
}) {
  if (!row) return null;
  const line = (name: string, value: number | null, before: number | null) => ({
    series: 'revenue' as const,
    name,
    value: value === null ? 'not yet' : money(value, currency),
    ...(before === null ? {} : { before: money(before, currency) }),
  });
  return (
    <ChartTip
      title={bucketInFull(row.date)}
      note={row.partial ? 'still running' : null}
      lines={[
        line('Added up', row.cumulative, row.previous_cumulative),
        line('Revenue', row.revenue, row.previous_revenue),
      ]}
      left={left}
      width={width}
    />
  );
}

const spoken = (row: Row | undefined, currency: string): string =>
  row
    ? [
        bucketInFull(row.date),
        `Revenue ${row.revenue === null ? 'not yet' : money(row.revenue, currency)}`,
        ...(row.cumulative === null ? [] : [`added up ${money(row.cumulative, currency)}`]),
        ...(row.previous_cumulative === null
          ? []
          : [`before ${money(row.previous_cumulative, currency)}`]),
      ].join(', ')
    : '';
