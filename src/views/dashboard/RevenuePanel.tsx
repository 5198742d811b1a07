import type { RevenueRange } from '#contract/analytics/report.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Freshness, Question } from '#model/query.ts';
import { ChartPanel } from '../kit/charts/ChartPanel.tsx';
import { definitions } from '../kit/definitions.ts';
import { bucketCell } from '../kit/figure-attributes.ts';
import { bucketInText, money } from '../kit/format.ts';
import type { PanelProps } from '../kit/LoaderPanel.tsx';
import { type PlainColumn, PlainTable } from '../kit/tables/PlainTable.tsx';
import { Comparison } from './charts/Comparison.tsx';
import { extraComparedDays } from './charts/extra-compared-days.ts';
import { RevenueChart } from './charts/RevenueChart.tsx';
import { namesIn } from './charts/series.ts';
import { chartHeight, footHeight } from './panel-heights.ts';

type Row = RevenueRange['rows'][number];

/** The revenue per bucket and cumulated, with the comparison. */
export function RevenuePanel({
  actor,
  selection,
  menu,
}: PanelProps<LoaderActor<RevenueRange, Question>>) {
  return (
    <ChartPanel
      actor={actor}
      selection={selection}
      menu={menu}
      title="Revenue in range"
      definition={definitions.revenueRange}
      width={560}
      height={chartHeight}
      foot={footHeight}
    >
      {({ rows, total }, freshness, { asTable, width }) => {
        const nameOf = namesIn(rows, freshness.timezone);
        const isHourly = typeof rows[0]?.date === 'number';
        return (
          <>
            {asTable ? (
              <PlainTable
                name={isHourly ? 'Revenue by hour' : 'Revenue by day'}
                rowTitle={isHourly ? 'Hour' : 'Day'}
                rows={rows}
                keyOf={({ start }) => start}
                write={(row) => (
                  <>
                    {nameOf(row)}
                    {row.partial ? <span className="quiet"> still running</span> : null}
                  </>
                )}
                columns={columnsOf(total, freshness)}
                cellOf={(row) => ({
                  name: nameOf(row),
                  cell: [bucketCell(row, freshness.timezone)],
                })}
                wholeOf={{ cell: [] }}
                height={chartHeight}
              />
            ) : (
              <RevenueChart
                rows={rows}
                currency={freshness.currency}
                zone={freshness.timezone}
                isHourly={isHourly}
                width={width}
                height={chartHeight}
              />
            )}
            <Comparison freshness={freshness} beyond={extraComparedDays(freshness, rows)} />
          </>
        );
      }}
    </ChartPanel>
  );
}

const columnsOf = (
  total: RevenueRange['total'],
  { compare, currency }: Freshness,
): PlainColumn<Row>[] => [
  {
    title: 'Revenue',
    figure: 'revenue',
    write: ({ revenue }) => money(revenue, currency),
    value: ({ revenue }) => revenue,
    total: money(total.revenue, currency),
  },
  { title: 'Added up', write: ({ cumulative }) => money(cumulative, currency) },
  ...(compare
    ? [
        {
          title: 'Compared with',
          write: ({ previous_date }: Row) =>
            previous_date === null ? '–' : bucketInText(previous_date),
          quiet: true,
        },
        {
          title: 'Before',
          write: ({ previous_revenue }: Row) => money(previous_revenue, currency),
          value: ({ previous_revenue }: Row) => previous_revenue,
          total: money(total.previous_revenue, currency),
          quiet: true,
        },
        {
          title: 'Added up before',
          write: ({ previous_cumulative }: Row) => money(previous_cumulative, currency),
          quiet: true,
        },
      ]
    : []),
];
