import { scaleLinear } from '@visx/scale';
import type { TimeToConvert } from '#contract/funnels/report.ts';
import { BucketLabels } from '../../kit/charts/BucketLabels.tsx';
import { axis, bandsOver, centreOf, edgeOf } from '../../kit/charts/bands.ts';
import { ChartSlider } from '../../kit/charts/ChartSlider.tsx';
import { ChartTip } from '../../kit/charts/ChartTip.tsx';
import { Cursor } from '../../kit/charts/Cursor.tsx';
import { labelledBuckets } from '../../kit/charts/labelled-buckets.ts';
import { ValueAxis } from '../../kit/charts/ValueAxis.tsx';
import { count } from '../../kit/format.ts';
import { milliseconds } from '../common/words.ts';

type Bin = TimeToConvert['bins'][number];

const top = 28;
/** The width of a letter in the name of a mark. */
const letter = 6;

/** How many people took how long, with marks at the median and the 90 % line. */
export function TimeChart({
  times: { bins, median_ms, p90_ms },
  width,
  height,
}: {
  times: TimeToConvert;
  width: number;
  height: number;
}) {
  const x = bandsOver(bins.length, width);
  const [left, right] = x.range();
  const bottom = height - axis.bottom;
  const y = scaleLinear<number>({
    domain: [0, Math.max(4, ...bins.map(({ people }) => people))],
    range: [bottom, top],
    nice: 3,
  });
  const at = (value: number | null) => (value === null ? null : placeOf(bins, value));
  const marks = [
    { name: `Median ${milliseconds(median_ms)}`, at: at(median_ms), isBefore: true },
    { name: `90 % within ${milliseconds(p90_ms)}`, at: at(p90_ms), isBefore: false },
  ].flatMap(({ at: bin, ...mark }) => {
    if (bin === null) return [];
    const place = edgeOf(x, 0) + bin * x.step();
    // The median is written before its line and the other after its own, where there is room.
    const room = mark.isBefore ? place - left : right - place;
    const hasRoom = room > mark.name.length * letter;
    return [{ ...mark, place, isBefore: mark.isBefore === hasRoom }];
  });
  return (
    <ChartSlider
      name="Time taken"
      count={bins.length}
      from={0}
      spoken={(index) => spoken(bins[index])}
      width={width}
      height={height}
      left={left}
      right={right}
      tip={(index) => (
        <ChartTip
          title={binName(bins[index])}
          note={null}
          lines={[{ series: 'clicks', name: 'People', value: count(bins[index]?.people) }]}
          left={centreOf(x, index)}
          width={width}
        />
      )}
    >
      {(cursor) => (
        <>
          <Cursor x={x} at={cursor} height={bottom} />
          <g className="pane" data-series="clicks">
            <ValueAxis y={y} ticks={y.ticks(4)} left={left} right={right} />
            {bins.map(({ from_ms, people }, index) => (
              <rect
                key={from_ms}
                className="pane-bar"
                x={x(index) ?? 0}
                width={x.bandwidth()}
                y={y(people)}
                height={Math.max(y(0) - y(people), 0)}
              />
            ))}
          </g>
          {marks.map(({ name, place, isBefore }, index) => (
            <g key={name} className="time-mark">
              <line x1={place} x2={place} y1={top - 4 - index * 12} y2={bottom} />
              <text
                x={place}
                y={top - 8 - index * 12}
                dx={isBefore ? -4 : 4}
                textAnchor={isBefore ? 'end' : 'start'}
              >
                {name}
              </text>
            </g>
          ))}
          <BucketLabels
            x={x}
            y={bottom + 18}
            indexes={labelledBuckets(bins.length, (right - left) / 1.5)}
            write={(index) => milliseconds(bins[index]?.from_ms ?? 0)}
          />
        </>
      )}
    </ChartSlider>
  );
}

/** Where a time lies, counted in bins from the first. */
function placeOf(bins: readonly Bin[], value: number): number {
  const index = bins.findIndex(({ to_ms }) => value < to_ms);
  const bin = bins[index];
  if (!bin) return bins.length;
  return index + (value - bin.from_ms) / Math.max(bin.to_ms - bin.from_ms, 1);
}

export const binName = (bin: Bin | undefined): string =>
  bin ? `${milliseconds(bin.from_ms)} to ${milliseconds(bin.to_ms)}` : '';

const spoken = (bin: Bin | undefined): string =>
  bin ? `${binName(bin)}, ${count(bin.people)} people` : '';
