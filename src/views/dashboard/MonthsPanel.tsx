import { useParentSize } from '@visx/responsive';
import { useState } from 'react';
import { changeOf } from '#contract/analytics/ratios.ts';
import type { MonthRow } from '#contract/analytics/report.ts';
import { monthPeriod } from '#contract/period.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { ChartSkeleton } from '../kit/charts/ChartSkeleton.tsx';
import { definitions } from '../kit/definitions.ts';
import { change, count, meaningOf, money, monthInFull } from '../kit/format.ts';
import { LoaderPanel, type PanelProps } from '../kit/LoaderPanel.tsx';
import { type PlainColumn, PlainTable } from '../kit/tables/PlainTable.tsx';
import { MonthsChart } from './charts/MonthsChart.tsx';
import { chartHeight, footHeight } from './panel-heights.ts';

/** This month and the twelve before it, independent of the date range. */
export function MonthsPanel({
  actor,
  selection,
  menu,
}: PanelProps<LoaderActor<MonthRow[], Question>>) {
  const { parentRef, width } = useParentSize({ initialSize: { width: 560 }, debounceTime: 60 });
  const [asTable, setAsTable] = useState(false);

  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      menu={menu}
      title="Last 13 months"
      definition={definitions.months}
      twin={{ shown: asTable, onChange: setAsTable }}
      above={<div ref={parentRef} />}
      room={chartHeight + footHeight}
      skeleton={<ChartSkeleton height={chartHeight} />}
    >
      {(months, { currency }) => (
        <>
          {asTable ? (
            <PlainTable
              name="Revenue by month"
              rowTitle="Month"
              rows={months}
              keyOf={({ month }) => month}
              write={({ month, partial }) => (
                <>
                  {monthInFull(month)}
                  {partial ? <span className="quiet"> so far</span> : null}
                </>
              )}
              columns={columns}
              cellOf={({ month }) => ({
                name: monthInFull(month),
                cell: [],
                period: monthPeriod(month),
              })}
              height={chartHeight}
            />
          ) : (
            <MonthsChart months={months} currency={currency} width={width} height={chartHeight} />
          )}
          <YearAgo months={months} />
        </>
      )}
    </LoaderPanel>
  );
}

/** The newest month compared with the same month last year; a running month is not compared with a whole one. */
function YearAgo({ months }: { months: readonly MonthRow[] }) {
  const [latest] = months;
  const twin = months.at(-1);
  if (!latest || !twin) return <p className="graph-foot" />;
  const value = changeOf(latest.revenue, twin.revenue);
  return (
    <p className="graph-foot">
      {latest.partial ? (
        <>
          <span className="months-key" aria-hidden="true" />
          {monthInFull(latest.month)} is still running: {money(latest.revenue)} so far,{' '}
          {money(twin.revenue)} in all of {monthInFull(twin.month)}
        </>
      ) : value === null ? (
        `${monthInFull(latest.month)}: ${money(latest.revenue)}, ${monthInFull(twin.month)}: ${money(twin.revenue)}`
      ) : (
        <>
          {monthInFull(latest.month)}{' '}
          <span className="change" data-meaning={meaningOf(value, 'more')}>
            {change(value)}
          </span>{' '}
          on {monthInFull(twin.month)}
        </>
      )}
    </p>
  );
}

const columns: readonly PlainColumn<MonthRow>[] = [
  {
    title: 'Revenue',
    figure: 'revenue',
    write: ({ revenue }) => money(revenue),
    value: ({ revenue }) => revenue,
  },
  {
    title: 'Server',
    figure: 'server_revenue',
    write: ({ server_revenue }) => money(server_revenue),
    value: ({ server_revenue }) => server_revenue,
  },
  {
    title: 'Browser',
    figure: 'browser_revenue',
    write: ({ browser_revenue }) => money(browser_revenue),
    value: ({ browser_revenue }) => browser_revenue,
  },
  {
    title: 'Purchases',
    figure: 'server_purchases',
    write: ({ server_purchases }) => count(server_purchases),
    value: ({ server_purchases }) => server_purchases,
  },
];
