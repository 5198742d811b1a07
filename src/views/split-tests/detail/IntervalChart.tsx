import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import type { TestSeries } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { BucketLabels } from '../../kit/charts/BucketLabels.tsx';
import { axis, type Bands, bandsOver, centreOf } from '../../kit/charts/bands.ts';
import { ChartSlider } from '../../kit/charts/ChartSlider.tsx';
import { ChartTip } from '../../kit/charts/ChartTip.tsx';
import { Cursor } from '../../kit/charts/Cursor.tsx';
import { labelledBuckets } from '../../kit/charts/labelled-buckets.ts';
import { ValueAxis } from '../../kit/charts/ValueAxis.tsx';
import { bucket, bucketInFull, change } from '../../kit/format.ts';

type Variant = SplitTest['variants'][number];
type Point = TestSeries[number];

const top = 24;
/** What lies further out is cut, so that the first days do not flatten the others. */
const most = 100;

/** One pane for each treatment: its lift as a line, its interval as bars around it. */
export function IntervalChart({
  series,
  variants,
  width,
  height,
  paneHeight,
}: {
  series: TestSeries;
  variants: readonly Variant[];
  width: number;
  height: number;
  paneHeight: number;
}) {
  const x = bandsOver(series.length, width);
  const [left, right] = x.range();
  return (
    <ChartSlider
      name="Days"
      count={series.length}
      from={series.length - 1}
      spoken={(index) => spoken(series[index], variants)}
      width={width}
      height={height}
      left={left}
      right={right}
      tip={(index) => (
        <Tip at={series[index]} variants={variants} left={centreOf(x, index)} width={width} />
      )}
    >
      {(cursor) => (
        <>
          <Cursor x={x} at={cursor} height={height - axis.bottom} />
          {variants.map((variant, at) => (
            <Pane
              key={variant.key}
              variant={variant}
              series={series}
              x={x}
              from={at * paneHeight + top}
              to={(at + 1) * paneHeight - 8}
            />
          ))}
          <BucketLabels
            x={x}
            y={height - axis.bottom + 18}
            indexes={labelledBuckets(series.length, right - left)}
            write={(index) => bucket(series[index]?.at ?? '')}
          />
        </>
      )}
    </ChartSlider>
  );
}

const pointOf = (point: Point | undefined, key: string) =>
  point?.variants.find((one) => one.key === key);
const inPercent = (value: number) => Math.max(-most, Math.min(most, value * 100));

function Pane({
  variant,
  series,
  x,
  from,
  to,
}: {
  variant: Variant;
  series: TestSeries;
  x: Bands;
  from: number;
  to: number;
}) {
  const [left, right] = x.range();
  const ends = series.flatMap((point) => {
    const { lift = null, low = null, high = null } = pointOf(point, variant.key) ?? {};
    return [lift, low, high].flatMap((value) => (value === null ? [] : value * 100));
  });
  const isCut = ends.some((end) => Math.abs(end) > most);
  const y = scaleLinear<number>({
    domain: [Math.max(-most, Math.min(-1, ...ends)), Math.min(most, Math.max(1, ...ends))],
    range: [to, from],
    nice: 4,
  });
  const lifts = series.map((point, index) => {
    const lift = (pointOf(point, variant.key)?.lift ?? Number.NaN) * 100;
    return { index, lift, isShown: Math.abs(lift) <= most };
  });
  const bar = Math.min(10, x.bandwidth());
  return (
    <g className="pane" data-series="revenue">
      <text className="pane-title" x={left} y={from - 9}>
        {variant.key} {variant.name}
        <tspan className="pane-unit">{` % over the control${isCut ? `, cut at ${most}` : ''}`}</tspan>
      </text>
      <ValueAxis y={y} ticks={y.ticks(4)} left={left} right={right} />
      <line className="interval-zero" x1={left} x2={right} y1={y(0)} y2={y(0)} />
      {series.map((point, index) => {
        const { low = null, high = null } = pointOf(point, variant.key) ?? {};
        if (low === null || high === null) return null;
        const above = y(inPercent(high));
        return (
          <rect
            key={point.snapshot_id}
            className="interval-bar"
            data-meaning={low > 0 ? 'above' : high < 0 ? 'below' : undefined}
            x={centreOf(x, index) - bar / 2}
            y={above}
            width={bar}
            height={Math.max(1, y(inPercent(low)) - above)}
            rx={2}
          />
        );
      })}
      <LinePath
        className="pane-line"
        data={lifts}
        x={({ index }) => centreOf(x, index)}
        y={({ lift }) => y(lift)}
        defined={({ isShown }) => isShown}
      />
      {lifts
        .filter(({ isShown }) => isShown)
        .map(({ index, lift }) => (
          <circle key={index} className="pane-dot" cx={centreOf(x, index)} cy={y(lift)} r={3} />
        ))}
    </g>
  );
}

const intervalWords = (point: Point | undefined, key: string): string => {
  const { lift = null, low = null, high = null } = pointOf(point, key) ?? {};
  if (lift === null) return 'unknown';
  return low === null || high === null
    ? change(lift)
    : `${change(lift)} (${change(low)} to ${change(high)})`;
};

function Tip({
  at,
  variants,
  left,
  width,
}: {
  at: Point | undefined;
  variants: readonly Variant[];
  left: number;
  width: number;
}) {
  if (!at) return null;
  return (
    <ChartTip
      title={bucketInFull(at.at)}
      note={null}
      lines={variants.map(({ key }) => ({
        series: 'revenue',
        name: key,
        value: intervalWords(at, key),
      }))}
      left={left}
      width={width}
    />
  );
}

const spoken = (at: Point | undefined, variants: readonly Variant[]): string =>
  at
    ? [bucketInFull(at.at), ...variants.map(({ key }) => `${key} ${intervalWords(at, key)}`)].join(
        ', ',
      )
    : '';
