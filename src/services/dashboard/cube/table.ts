import type { Filter } from '@cubejs-client/core';
import type { ComparedPeriod } from '#contract/analytics/comparison.ts';
import { defaultChild, type Grouping } from '#contract/analytics/dimensions.ts';
import { hasOwnCost, knowsCostByRow } from '#contract/analytics/known-cost.ts';
import { shareOf } from '#contract/analytics/ratios.ts';
import type { Table, TableRow } from '#contract/analytics/report.ts';
import { unattributed } from '#contract/analytics/report-query.ts';
import {
  adFigures,
  remainder,
  rowFigures,
  sumColumnsBy,
  sumMeasures,
} from '#contract/analytics/table-figures.ts';
import { sortRows } from '#contract/analytics/table-order.ts';
import { summaryMeasures } from '#contract/analytics/totals.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { windowOf } from '#contract/period.ts';
import type { Crumb, TableQuestion } from '#model/query.ts';
import type { Row } from './client.ts';
import { equals, isNotSet, isSet, measureOf, member } from './cube-members.ts';
import { figuresOf } from './figures.ts';
import type { RunQuery } from './query-runner.ts';
import { instants } from './span.ts';
import { summaryOf } from './totals.ts';

/** With more rows than these, the endpoint's client blocks the page while it parses the result. */
export const maxRows = 2_000;

const countedRecords = equals('record', ['click', 'conversion', 'refund', 'adjustment', 'cost']);

/** Reads the display names of keys, as far as they are known. */
export type ReadNames = (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * The breakdown table by one dimension: rows with revenue, unattributed conversions and the remainder, so that
 * everything adds up to the total. Null when there are too many rows for this endpoint.
 */
export async function queryTable(
  runQuery: RunQuery,
  question: TableQuestion,
  compared: ComparedPeriod | null,
  nameRows: ReadNames,
): Promise<Table | null> {
  const { grouping } = question;
  const { amountIn, figureIn, sumIn } = figuresOf(question);
  const measures = sumMeasures((figure) => measureOf(figure, question));
  const opened = question.path.flatMap(pathFilter);
  const part = {
    dimensions: [grouping],
    filters: [...opened, countedRecords, attributed(grouping)],
  };
  const windows = [windowOf(question.period, question.timezone)];
  if (compared) windows.push(compared.window);
  const [[rows = [], before = []], [[apart] = []]] = await Promise.all([
    runQuery({
      ...part,
      measures: [
        ...summaryMeasures,
        ...Object.values(measures),
        'unique_clicks',
        ...adFigures,
        ...rowFigures.map((figure) => measureOf(figure, question)),
      ],
      span: instants(windows),
      order: { [member('server_revenue')]: 'desc', [member(grouping)]: 'asc' },
      limit: maxRows,
    }),
    runQuery({
      measures: Object.values(measures),
      filters: [...opened, ...withoutClick(grouping)],
    }),
  ]);
  if (rows.length >= maxRows || before.length >= maxRows) return null;
  const keyOf = (row: Row) => row[member(grouping)] ?? null;
  const names = await nameRows(rows.map(keyOf).filter((key) => key !== null));
  const sumsIn = (some: readonly (Row | undefined)[]) =>
    sumColumnsBy((column) => sumIn(some, measures[column]));
  const total = sumsIn([...rows, apart]);
  const unattributedSums = sumsIn([apart]);
  const whole = total.revenue;
  const previous = compared && new Map(before.map((row) => [keyOf(row), row]));

  const tableRowOf = (row: Row): TableRow => {
    const key = keyOf(row);
    const other = previous?.get(key);
    return {
      key,
      label: key === null ? '(none)' : (names.get(key) ?? key),
      child_group_by: key === null ? null : (defaultChild[grouping] ?? null),
      clicks: amountIn(row, 'clicks'),
      unique_clicks: amountIn(row, 'unique_clicks'),
      conversions: amountIn(row, measures.conversions),
      revenue: amountIn(row, measures.revenue),
      net_revenue: amountIn(row, measures.net_revenue),
      aov: figureIn(row, measureOf('aov', question)),
      users: amountIn(row, measureOf('users', question)),
      per_user: figureIn(row, measureOf('per_user', question)),
      ...summaryOf(question, row),
      cost: amountIn(row, 'cost'),
      payout: amountIn(row, 'payout'),
      profit: amountIn(row, measureOf('profit', question)),
      roas: figureIn(row, measureOf('roas', question)),
      cpa: figureIn(row, measureOf('cpa', question)),
      epc: figureIn(row, measureOf('epc', question)),
      roi: figureIn(row, measureOf('roi', question)),
      margin: figureIn(row, measureOf('margin', question)),
      conversion_rate: figureIn(row, measureOf('conversion_rate', question)),
      share: shareOf(amountIn(row, measures.revenue), whole),
      impressions: amountIn(row, 'impressions'),
      ad_clicks: amountIn(row, 'ad_clicks'),
      cost_with_impressions: amountIn(row, 'cost_with_impressions'),
      ad_clicks_with_impressions: amountIn(row, 'ad_clicks_with_impressions'),
      cost_with_ad_clicks: amountIn(row, 'cost_with_ad_clicks'),
      cpm: figureIn(row, 'cpm'),
      ctr: figureIn(row, 'ctr'),
      cpc: figureIn(row, 'cpc'),
      previous: previous && {
        server_revenue: amountIn(other, 'server_revenue'),
        revenue: amountIn(other, measures.revenue),
        conversions: amountIn(other, measures.conversions),
        clicks: amountIn(other, 'clicks'),
        cost: amountIn(other, 'cost'),
        profit: amountIn(other, measureOf('profit', question)),
        roas: figureIn(other, measureOf('roas', question)),
      },
    };
  };
  const shownOf = (some: readonly Row[]) =>
    sortRows(some.map(tableRowOf), question).slice(0, question.limit);
  const isLeftOut = (row: Row) => question.isEarning && amountIn(row, 'server_revenue') <= 0;
  const listed = shownOf(rows.filter((row) => !isLeftOut(row)));
  const isSpent = (row: Row) => {
    const cost = amountIn(row, 'cost');
    return isLeftOut(row) && cost > 0 && hasOwnCost(grouping, { key: keyOf(row), cost }, total);
  };
  const { filters, countries, offerIds, path } = question;
  const narrowed = { ...filters, country: countries, offer_id: offerIds };
  const spent = knowsCostByRow(grouping, { narrowed, path, total }) ? rows.filter(isSpent) : [];
  return {
    group_by: grouping,
    rows: listed,
    unattributed: unattributedSums,
    other: {
      count: rows.length - listed.length,
      ...remainder(total, [...listed, unattributedSums], moneyPlaces(question.currency)),
    },
    ...(spent.length > 0 && {
      spent: {
        count: spent.length,
        ...sumsIn(spent),
        ...(question.spent === 'rows' && { rows: shownOf(spent) }),
      },
    }),
    total,
  };
}

/** The filter for an opened row, with the same meaning as in the dashboard call. */
function pathFilter({ grouping, key }: Crumb): Filter[] {
  if (key !== null && key !== unattributed.key) return [equals(grouping, [key])];
  return [isNotSet(grouping), equals('attributed', [key === null ? '1' : '0'])];
}

const attributed = (grouping: Grouping): Filter => ({
  or: [isSet(grouping), equals('attributed', ['1'])],
});
const withoutClick = (grouping: Grouping): Filter[] => [
  equals('record', ['conversion', 'refund', 'adjustment']),
  isNotSet(grouping),
  equals('attributed', ['0']),
];
