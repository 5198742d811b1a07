import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useId } from 'react';
import type { FunnelTrend } from '#contract/funnels/report.ts';
import { BucketLabels } from '../../kit/charts/BucketLabels.tsx';
import { axis, bandsOver, centreOf } from '../../kit/charts/bands.ts';
import { ChartSlider } from '../../kit/charts/ChartSlider.tsx';
import { ChartTip } from '../../kit/charts/ChartTip.tsx';
import { Cursor } from '../../kit/charts/Cursor.tsx';
import { Hatch } from '../../kit/charts/Hatch.tsx';
import { labelledBuckets } from '../../kit/charts/labelled-buckets.ts';
import { ValueAxis } from '../../kit/charts/ValueAxis.tsx';
import { bucket, bucketInFull, count, percent } from '../../kit/format.ts';

type Bucket = FunnelTrend['buckets'][number];

const top = 24;
const gap = 26;

/** Entries per bucket, the open ones hatched, above the share of them that converted. */
export function TrendChart({
  buckets,
  width,
  height,
}: {
  buckets: readonly Bucket[];
  width: number;
  height: number;
}) {
  const hatch = useId();
  const x = bandsOver(buckets.length, width);
  const [left, right] = x.range();
  const bottom = height - axis.bottom;
  const middle = top + (bottom - top - gap - top) * 0.55;
  const entries = scaleLinear<number>({
    domain: [0, Math.max(4, ...buckets.map(({ entered }) => entered))],
    range: [middle, top],
    nice: 3,
  });
  const rates = scaleLinear<number>({
    domain: [0, Math.max(0.01, ...buckets.map(({ rate }) => rate ?? 0))],
    range: [bottom, middle + gap + top],
    nice: 3,
  });
  const indexes = buckets.map((_, index) => index);
  const centre = (index: number) => centreOf(x, index);
  const heightOf = (index: number) => rates(buckets[index]?.rate ?? 0);
  const isKnown = (index: number) => (buckets[index]?.rate ?? null) !== null;
  const isClosed = (index: number) => isKnown(index) && buckets[index]?.open === 0;

  return (
    <ChartSlider
      name="Day of entry"
      count={buckets.length}
      from={buckets.length - 1}
      spoken={(index) => spoken(buckets[index])}
      width={width}
      height={height}
      left={left}
      right={right}
      tip={(index) => <Tip at={buckets[index]} left={centre(index)} width={width} />}
    >
      {(cursor) => (
        <>
          <Cursor x={x} at={cursor} height={bottom} />
          <g className="pane" data-series="clicks">
            <defs>
              <Hatch id={hatch} className="trend-hatch" gap={6} />
            </defs>
            <text className="pane-title" x={left} y={top - 9}>
              Entered
            </text>
            <ValueAxis y={entries} ticks={entries.ticks(3)} left={left} right={right} />
            {buckets.map(({ day, entered, open }, index) => (
              <g key={day}>
                <rect
                  className="pane-bar"
                  x={x(index) ?? 0}
                  width={x.bandwidth()}
                  y={entries(entered - open)}
                  height={Math.max(entries(0) - entries(entered - open), 0)}
                />
                {open > 0 ? (
                  <rect
                    className="trend-open"
                    fill={`url(#${CSS.escape(hatch)})`}
                    x={x(index) ?? 0}
                    width={x.bandwidth()}
                    y={entries(entered)}
                    height={Math.max(entries(entered - open) - entries(entered), 0)}
                  />
                ) : null}
              </g>
            ))}
          </g>
          <g className="pane" data-series="conversions">
            <text className="pane-title" x={left} y={middle + gap + top - 9}>
              Converted, % of entered
            </text>
            {rates.ticks(2).map((tick) => (
              <text
                key={tick}
                className="pane-tick"
                x={left - 8}
                y={rates(tick)}
                dy="0.32em"
                textAnchor="end"
              >
                {percent(tick)}
              </text>
            ))}
            <LinePath
              className="pane-line pane-running"
              data={indexes}
              x={centre}
              y={heightOf}
              defined={isKnown}
            />
            <LinePath
              className="pane-line"
              data={indexes}
              x={centre}
              y={heightOf}
              defined={isClosed}
            />
            {indexes.filter(isKnown).map((index) => (
              <circle
                key={index}
                className={isClosed(index) ? 'trend-closed' : 'pane-open'}
                cx={centre(index)}
                cy={heightOf(index)}
                r={3}
              />
            ))}
          </g>
          <BucketLabels
            x={x}
            y={bottom + 18}
            indexes={labelledBuckets(buckets.length, right - left)}
            write={(index) => bucket(buckets[index]?.day ?? '')}
          />
        </>
      )}
    </ChartSlider>
  );
}

/** What the hatch and the dashes mean. */
export function TrendLegend() {
  const hatch = useId();
  return (
    <p className="trend-legend">
      <svg width={14} height={14} aria-hidden="true" data-series="clicks" className="pane">
        <defs>
          <Hatch id={hatch} className="trend-hatch" gap={6} />
        </defs>
        <rect className="trend-open" fill={`url(#${CSS.escape(hatch)})`} width={14} height={14} />
      </svg>
      Hatched: entries still open, whose window has not closed. Their rate, dashed, can only rise.
    </p>
  );
}

function Tip({ at, left, width }: { at: Bucket | undefined; left: number; width: number }) {
  if (!at) return null;
  return (
    <ChartTip
      title={bucketInFull(at.day)}
      note={at.open > 0 ? `${count(at.open)} still open` : null}
      lines={[
        { series: 'clicks', name: 'Entered', value: count(at.entered) },
        { series: 'conversions', name: 'Converted', value: count(at.converted) },
        { series: 'conversions', name: 'Rate', value: percent(at.rate) },
      ]}
      left={left}
      width={width}
    />
  );
}

const spoken = (at: Bucket | undefined): string =>
  at
    ? [
        bucketInFull(at.day),
        `entered ${count(at.entered)}`,
        `converted ${count(at.converted)}`,
        `rate ${percent(at.rate)}`,
        ...(at.open > 0 ? [`${count(at.open)} still open`] : []),
      ].join(', ')
    : '';
