import type { TestSeries } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { TestSeriesActor } from '#machines/split-tests/split-test-parts.ts';
import { ChartPanel } from '../../kit/charts/ChartPanel.tsx';
import { bucketInFull, change, none } from '../../kit/format.ts';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import { IntervalChart } from './IntervalChart.tsx';

type Point = TestSeries[number];

const paneHeight = 168;
const foot = 28;

/** The interval of each treatment at the end of each day. */
export function IntervalSeries({
  actor,
  selection,
  test,
}: {
  actor: TestSeriesActor;
  selection: SelectionActor;
  test: SplitTest;
}) {
  const treatments = test.variants.filter(({ is_control: isControl }) => !isControl);
  const height = treatments.length * paneHeight + foot;
  return (
    <ChartPanel
      actor={actor}
      selection={selection}
      title="Interval over time"
      definition="The lift of each variant over the control with its interval, at the end of each day. The interval narrows as more is known; it holds at every look."
      width={800}
      height={height}
      foot={0}
      quiet={
        <div className="blank">
          <p className="blank-title">There is no course yet</p>
          <p>The first point comes with the first results.</p>
        </div>
      }
    >
      {(series, _, { asTable, width }) =>
        asTable ? (
          <PlainTable
            name="Interval over time"
            rowTitle="Day"
            rows={series}
            keyOf={({ snapshot_id }) => snapshot_id}
            write={({ at }) => bucketInFull(at)}
            columns={treatments.flatMap(({ key }) => columnsOf(key))}
            most={50}
            isCards
          />
        ) : (
          <IntervalChart
            series={series}
            variants={treatments}
            width={width}
            height={height}
            paneHeight={paneHeight}
          />
        )
      }
    </ChartPanel>
  );
}

function columnsOf(key: string): PlainColumn<Point>[] {
  const part = (title: string, of: (one: Point['variants'][number]) => number | null) => {
    const value = (point: Point) => {
      const variant = point.variants.find((one) => one.key === key);
      return variant ? of(variant) : null;
    };
    return {
      title: `${key} ${title}`,
      write: (point: Point) => (value(point) === null ? none : change(value(point))),
      value,
    };
  };
  return [
    part('lift', ({ lift }) => lift),
    part('lower end', ({ low }) => low),
    part('upper end', ({ high }) => high),
  ];
}
