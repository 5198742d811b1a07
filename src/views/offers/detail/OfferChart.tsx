import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import type { OfferReportRow } from '#model/offer-detail.ts';
import { BucketLabels } from '../../kit/charts/BucketLabels.tsx';
import { axis, bandsOver, centreOf } from '../../kit/charts/bands.ts';
import { ChartSlider } from '../../kit/charts/ChartSlider.tsx';
import { ChartTip, type TipLine } from '../../kit/charts/ChartTip.tsx';
import { Cursor } from '../../kit/charts/Cursor.tsx';
import { labelledBuckets } from '../../kit/charts/labelled-buckets.ts';
import { ValueAxis } from '../../kit/charts/ValueAxis.tsx';
import { count, money } from '../../kit/format.ts';
import { bucketName, bucketNameInFull } from './bucket-names.ts';

const top = 24;
const gap = 26;

/** Clicks per bucket above the money that they brought. */
export function OfferChart({
  rows,
  currency,
  width,
  height,
}: {
  rows: readonly OfferReportRow[];
  currency: string;
  width: number;
  height: number;
}) {
  const x = bandsOver(rows.length, width);
  const [left, right] = x.range();
  const bottom = height - axis.bottom;
  const middle = top + (bottom - top - gap - top) * 0.45;
  const clicks = scaleLinear<number>({
    domain: [0, Math.max(4, ...rows.map((row) => row.clicks))],
    range: [middle, top],
    nice: 3,
  });
  const sums = scaleLinear<number>({
    domain: [0, Math.max(1, ...rows.map((row) => Math.max(row.payout, row.revenue ?? 0)))],
    range: [bottom, middle + gap + top],
    nice: 3,
  });
  const indexes = rows.map((_, index) => index);
  const centre = (index: number) => centreOf(x, index);
  const hasRevenue = rows.some(({ revenue }) => revenue !== null);
  return (
    <ChartSlider
      name="Time"
      count={rows.length}
      from={rows.length - 1}
      spoken={(index) => spoken(rows[index], currency)}
      width={width}
      height={height}
      left={left}
      right={right}
      tip={(index) => (
        <Tip at={rows[index]} left={centre(index)} width={width} currency={currency} />
      )}
    >
      {(cursor) => (
        <>
          <Cursor x={x} at={cursor} height={bottom} />
          <g className="pane" data-series="clicks">
            <text className="pane-title" x={left} y={top - 9}>
              Clicks
            </text>
            <ValueAxis y={clicks} ticks={clicks.ticks(3)} left={left} right={right} />
            {rows.map((row, index) => (
              <rect
                key={row.key ?? ''}
                className="pane-bar"
                x={x(index) ?? 0}
                width={x.bandwidth()}
                y={clicks(row.clicks)}
                height={Math.max(clicks(0) - clicks(row.clicks), 0)}
                rx={Math.min(2, x.bandwidth() / 4)}
              />
            ))}
          </g>
          <g className="pane" data-series="revenue">
            <text className="pane-title" x={left} y={middle + gap + top - 9}>
              {hasRevenue ? 'Revenue, and payout with dots' : 'Payout'}
              <tspan className="pane-unit"> {currency}</tspan>
            </text>
            <ValueAxis y={sums} ticks={sums.ticks(3)} left={left} right={right} />
            {hasRevenue ? (
              <LinePath
                className="pane-line"
                data={indexes}
                x={centre}
                y={(index) => sums(rows[index]?.revenue ?? 0)}
              />
            ) : null}
          </g>
          <g className="pane" data-series={hasRevenue ? 'cost' : 'revenue'}>
            <LinePath
              className="pane-line"
              data={indexes}
              x={centre}
              y={(index) => sums(rows[index]?.payout ?? 0)}
            />
            {indexes.map((index) => (
              <circle
                key={index}
                className="pane-dot"
                cx={centre(index)}
                cy={sums(rows[index]?.payout ?? 0)}
                r={rows.length > 40 ? 1.5 : 3}
              />
            ))}
          </g>
          <BucketLabels
            x={x}
            y={bottom + 18}
            indexes={labelledBuckets(rows.length, right - left)}
            write={(index) => {
              const row = rows[index];
              return row ? bucketName(row) : '';
            }}
          />
        </>
      )}
    </ChartSlider>
  );
}

const linesOf = (at: OfferReportRow, currency: string): TipLine[] => [
  { series: 'clicks', name: 'Clicks', value: count(at.clicks) },
  { series: 'conversions', name: 'Conversions', value: count(at.conversions) },
  ...(at.revenue === null
    ? []
    : [{ series: 'revenue' as const, name: 'Revenue', value: money(at.revenue, currency) }]),
  {
    series: at.revenue === null ? 'revenue' : 'cost',
    name: 'Payout',
    value: money(at.payout, currency),
  },
];

function Tip({
  at,
  left,
  width,
  currency,
}: {
  at: OfferReportRow | undefined;
  left: number;
  width: number;
  currency: string;
}) {
  if (!at) return null;
  return (
    <ChartTip
      title={bucketNameInFull(at)}
      note={null}
      lines={linesOf(at, currency)}
      left={left}
      width={width}
    />
  );
}

const spoken = (at: OfferReportRow | undefined, currency: string): string =>
  at
    ? [
        bucketNameInFull(at),
        ...linesOf(at, currency).map(({ name, value }) => `${name.toLowerCase()} ${value}`),
      ].join(', ')
    : '';
