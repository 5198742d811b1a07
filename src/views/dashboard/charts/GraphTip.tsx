import { changeOf } from '#contract/analytics/ratios.ts';
import type { GraphPoint } from '#contract/analytics/report.ts';
import type { Annotation } from '#contract/annotations/schemas.ts';
import { ChartTip, type TipLine } from '../../kit/charts/ChartTip.tsx';
import type { Series, SeriesName } from '../../kit/charts/series.ts';
import { change } from '../../kit/format.ts';
import { missingIn, series } from './series.ts';

/** More annotations are shown by their flag only. */
const most = 3;

/** The tooltip of one bucket, with the compared figures. */
export function GraphTip({
  point,
  shown,
  currency,
  happened,
  ...place
}: {
  title: string;
  point: GraphPoint;
  note: string | null;
  shown: ReadonlySet<SeriesName>;
  currency: string;
  happened: readonly Annotation[];
  left: number;
  width: number;
}) {
  const lines = series
    .filter(({ name }) => shown.has(name))
    .map((one) => lineOf(one, point, currency));
  return (
    <ChartTip lines={lines} {...place}>
      {happened.length > 0 ? (
        <div className="graph-tip-marks">
          {happened.slice(0, most).map(({ at, text }) => (
            <p key={`${at} ${text}`}>{text}</p>
          ))}
          {happened.length > most ? (
            <p className="quiet">and {happened.length - most} more</p>
          ) : null}
        </div>
      ) : null}
    </ChartTip>
  );
}

function lineOf(one: Series, point: GraphPoint, currency: string): TipLine {
  const [value, before] = [one.of(point), one.before(point)];
  const changed = point.partial ? null : changeOf(value, before);
  return {
    series: one.name,
    name: one.title,
    value: value === null ? missingIn(point) : one.write(value, currency),
    before:
      before === null
        ? ''
        : `${one.write(before, currency)} ${changed === null ? '' : change(changed)}`,
  };
}
