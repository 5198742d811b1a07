import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { Table, TableRow } from '#contract/analytics/report.ts';
import { clickedMember } from '../compiler/credit-model.ts';
import { amountIn } from '../compiler/figure-values.ts';
import type { Row } from '../compiler/result-row.ts';
import type { AnalyticsReader } from '../runner/analytics-reader.ts';
import { partRunner } from '../runner/resolved-query.ts';
import { differenceOf } from './exact-sums.ts';
import { chosenMeasures, distinct, type Report } from './report.ts';
import { conversionsOfRows, conversionsOnly } from './table-conversions.ts';

type Clocked = NonNullable<TableRow['click_clock']>;
export type Clocks = {
  clickClock: (key: string | null) => Clocked;
  bridge: NonNullable<Table['bridge']>;
};

/** The rows of a table by click day, and the differences from one clock to the other. */
export async function clocksIn(
  report: Report,
  grouping: Grouping,
  analytics: Pick<AnalyticsReader, 'credited' | 'clicked'>,
): Promise<Clocks> {
  const { resolved } = report;
  const { attribution, window } = resolved;
  const conversions = chosenMeasures(report).measure('conversions');
  const measures = distinct([conversions, 'server_revenue']);
  const on = (clock: 'conversion' | 'click') =>
    analytics.credited({ ...attribution, clock }).runQuery;
  const isClicked = { member: clickedMember, operator: 'inDateRange', window } as const;
  const part = { measures, filters: [conversionsOnly] };
  const [rows, [clicked], [converted], [both]] = await Promise.all([
    conversionsOfRows(report, on('click'), { grouping, measures }),
    partRunner(on('click'), resolved)(part),
    partRunner(on('conversion'), resolved)(part),
    partRunner(
      analytics.clicked(attribution).runQuery,
      resolved,
    )({ measures, filters: [conversionsOnly, isClicked] }),
  ]);
  const figuresIn = (row: Row | undefined): Clocked => ({
    conversions: amountIn(report, row, conversions),
    server_revenue: amountIn(report, row, 'server_revenue'),
  });
  const [byClick, byConversion, inBoth] = [clicked, converted, both].map(figuresIn) as [
    Clocked,
    Clocked,
    Clocked,
  ];
  return {
    clickClock: (key) => figuresIn(rows.get(key)),
    bridge: {
      conversion_clock: byConversion,
      clicked_before: without(byConversion, inBoth, resolved.moneyPlaces),
      converted_after: without(byClick, inBoth, resolved.moneyPlaces),
      click_clock: byClick,
    },
  };
}

const without = (all: Clocked, some: Clocked, moneyPlaces: number): Clocked => ({
  conversions: differenceOf(all.conversions, some.conversions, 2),
  server_revenue: differenceOf(all.server_revenue, some.server_revenue, moneyPlaces),
});
