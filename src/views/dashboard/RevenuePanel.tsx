import { useParentSize } from '@visx/responsive';
import { useState } from 'react';
import type { RevenueRange } from '#contract/analytics/report.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { ChartSkeleton } from '../kit/charts/ChartSkeleton.tsx';
import { definitions } from '../kit/definitions.ts';
import { momentCell } from '../kit/figure-at.ts';
import { bucket, money } from '../kit/format.ts';
import { LoaderPanel, type PanelProps } from '../kit/LoaderPanel.tsx';
import { type PlainColumn, PlainTable } from '../kit/tables/PlainTable.tsx';
import { Comparison } from './charts/Comparison.tsx';
import { daysBeyond } from './charts/days-beyond.ts';
import { RevenueChart } from './charts/RevenueChart.tsx';
import { namesIn } from './charts/series.ts';
import { chartHeight, footHeight } from './panel-heights.ts';

type Row = RevenueRange['rows'][number];

/** Revenue of each bucket and up to it, beside what it is compared with. */
export function RevenuePanel({
  actor,
  selection,
  menu,
}: PanelProps<LoaderActor<RevenueRange, Question>>) {
  const { parentRef, width } = useParentSize({ initialSize: { width: 560 }, debounceTime: 60 });
  const [asTable, setAsTable] = useState(false);

  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      menu={menu}
      title="Revenue in range"
      definition={definitions.revenueRange}
      twin={{ shown: asTable, onChange: setAsTable }}
      above={<div ref={parentRef} />}
      room={chartHeight + footHeight}
      skeleton={<ChartSkeleton height={chartHeight} />}
    >
      {({ rows, total }, freshness) => {
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
                columns={columnsOf(total, freshness.compare !== null)}
                cellOf={(row) => ({
                  name: nameOf(row),
                  cell: [momentCell(row, freshness.timezone)],
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
            <Comparison freshness={freshness} beyond={daysBeyond(freshness, rows)} />
          </>
        );
      }}
    </LoaderPanel>
  );
}

const columnsOf = (total: RevenueRange['total'], compared: boolean): PlainColumn<Row>[] => [
  {
    title: 'Revenue',
    figure: 'revenue',
    write: ({ revenue }) => money(revenue),
    value: ({ revenue }) => revenue,
    total: money(total.revenue),
  },
  { title: 'Added up', write: ({ cumulative }) => money(cumulative) },
  ...(compared
    ? [
        {
          title: 'Compared with',
          write: ({ previous_date }: Row) => (previous_date === null ? '–' : bucket(previous_date)),
          quiet: true,
        },
        {
          title: 'Before',
          write: ({ previous_revenue }: Row) => money(previous_revenue),
          value: ({ previous_revenue }: Row) => previous_revenue,
          total: money(total.previous_revenue),
          quiet: true,
        },
        {
          title: 'Added up before',
          write: ({ previous_cumulative }: Row) => money(previous_cumulative),
          quiet: true,
        },
      ]
    : []),
];
