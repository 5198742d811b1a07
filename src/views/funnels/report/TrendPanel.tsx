import type { Step } from '#contract/funnels/definition.ts';
import type { FunnelTrend } from '#contract/funnels/report.ts';
import type { TrendActor } from '#machines/funnels/funnel-dashboard.ts';
import { ChartPanel } from '../../kit/charts/ChartPanel.tsx';
import { bucketInFull, count, money, percent } from '../../kit/format.ts';
import { MenuSelect } from '../../kit/MenuSelect.tsx';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import { Known } from './Known.tsx';
import { NothingHere } from './NothingHere.tsx';
import type { ReportPanelProps } from './report-panel.ts';
import { TrendChart, TrendLegend } from './TrendChart.tsx';
import { reasons } from './words.ts';

type Bucket = FunnelTrend['buckets'][number];

const definition =
  'The people of the report by the day on which their attempt began, in the zone of the screen: the bars add up to its entries.';
const height = 360;

/** The people of the report by the day of their entry. */
export function TrendPanel({
  screen,
  actor,
  selection,
  view: { interval },
  steps,
}: ReportPanelProps<TrendActor>) {
  return (
    <ChartPanel
      actor={actor}
      selection={selection}
      title="Entries over time"
      definition={definition}
      tools={
        <MenuSelect
          value={interval}
          options={[
            { value: 'day', label: 'By day' },
            { value: 'week', label: 'By week' },
          ]}
          onChoose={(chosen) => screen.send({ type: 'view.change', change: { interval: chosen } })}
        />
      }
      width={800}
      height={height}
      foot={32}
      quiet={<NothingHere />}
    >
      {({ buckets }, { currency }, { asTable, width }) => (
        <>
          {asTable ? (
            <PlainTable
              name="Entries over time"
              rowTitle={interval === 'week' ? 'Week from' : 'Day'}
              rows={buckets}
              keyOf={({ day }) => day}
              write={({ day, open }) => (
                <>
                  {bucketInFull(day)}
                  {open > 0 ? <span className="quiet"> still open</span> : null}
                </>
              )}
              columns={columnsOf(buckets, steps, currency)}
              height={height}
            />
          ) : (
            <TrendChart buckets={buckets} width={width} height={height} />
          )}
          <TrendLegend />
        </>
      )}
    </ChartPanel>
  );
}

function columnsOf(
  buckets: readonly Bucket[],
  steps: readonly Step[],
  currency: string,
): PlainColumn<Bucket>[] {
  const sum = (of: (bucket: Bucket) => number) =>
    count(buckets.reduce((total, bucket) => total + of(bucket), 0));
  return [
    {
      title: 'Entered',
      write: ({ entered }) => count(entered),
      value: ({ entered }) => entered,
      total: sum(({ entered }) => entered),
    },
    ...steps.slice(1).map(({ name }, index) => {
      const of = ({ reached }: Bucket) => reached[index + 1] ?? 0;
      return { title: name, write: (row: Bucket) => count(of(row)), value: of, total: sum(of) };
    }),
    {
      title: 'Converted',
      write: ({ converted }) => count(converted),
      value: ({ converted }) => converted,
      total: sum(({ converted }) => converted),
    },
    { title: 'Rate', write: ({ rate }) => percent(rate), value: ({ rate }) => rate },
    {
      title: 'Still open',
      write: ({ open }) => count(open),
      value: ({ open }) => open,
      total: sum(({ open }) => open),
    },
    {
      title: `Revenue (${currency})`,
      write: ({ revenue }) => <Known text={money(revenue, currency)} reason={reasons.revenue} />,
      value: ({ revenue }) => revenue,
    },
  ];
}
