import { changeOf } from '#contract/analytics/ratios.ts';
import type { MonthRow } from '#contract/analytics/report.ts';
import { monthPeriod } from '#contract/period.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { ChartPanel } from '../kit/charts/ChartPanel.tsx';
import { definitions } from '../kit/definitions.ts';
import { change, count, meaningOf, money, monthInFull } from '../kit/format.ts';
import type { PanelProps } from '../kit/LoaderPanel.tsx';
import { type PlainColumn, PlainTable } from '../kit/tables/PlainTable.tsx';
import { MonthsChart } from './charts/MonthsChart.tsx';
import { chartHeight, footHeight } from './panel-heights.ts';

/** This month and the twelve before it, independent of the date range. */
export function MonthsPanel({
  actor,
  selection,
  menu,
}: PanelProps<LoaderActor<MonthRow[], Question>>) {
  return (
    <ChartPanel
      actor={actor}
      selection={selection}
      menu={menu}
      title="Last 13 months"
      definition={definitions.months}
      width={560}
      height={chartHeight}
      foot={footHeight}
    >
      {(months, { currency }, { asTable, width }) => (
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
              columns={columnsOf(currency)}
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
          <YearAgo months={months} currency={currency} />
        </>
      )}
    </ChartPanel>
  );
}

/** The newest month compared with the same month last year; a running month is not compared with a whole one. */
function YearAgo({ months, currency }: { months: readonly MonthRow[]; currency: string }) {
  const [latest] = months;
  const twin = months.at(-1);
  if (!latest || !twin) return <p className="graph-foot" />;
  const value = changeOf(latest.revenue, twin.revenue);
  return (
    <p className="graph-foot">
      {latest.partial ? (
        <>
          <span className="months-key" aria-hidden="true" />
          {monthInFull(latest.month)} is still running: {money(latest.revenue, currency)} so far,{' '}
          {money(twin.revenue, currency)} in all of {monthInFull(twin.month)}
        </>
      ) : value === null ? (
        `${monthInFull(latest.month)}: ${money(latest.revenue, currency)}, ${monthInFull(twin.month)}: ${money(twin.revenue, currency)}`
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

function columnsOf(currency: string): readonly PlainColumn<MonthRow>[] {
  const column = (
    title: string,
    key: Exclude<keyof MonthRow, 'hour' | 'month' | 'partial'>,
    write: (value: number, currency: string) => string = money,
  ): PlainColumn<MonthRow> => ({
    title,
    figure: key,
    write: (row) => write(row[key], currency),
    value: (row) => row[key],
  });
  return [
    column('Revenue', 'revenue'),
    column('Server', 'server_revenue'),
    column('Browser', 'browser_revenue'),
    column('Purchases', 'server_purchases', count),
  ];
}
