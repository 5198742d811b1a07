import { shareOf } from '#contract/change.ts';
import type { Grouping, Table, TableQuery, TableRow } from '#contract/report.ts';
import type { Row } from '../ask.ts';
import { amountIn } from '../figures.ts';
import type { Filter } from '../query.ts';
import type { Names } from './names.ts';
import { chosen, distinct, type Report } from './report.ts';
import { cents, sumOf } from './sums.ts';
import { columnMeasures, remainder, sumOver } from './table-columns.ts';
import { type Group, granularityOf, groupsOf } from './table-groups.ts';
import { labelsFor } from './table-labels.ts';
import { ordered, sortMeasure } from './table-order.ts';
import { totalMeasures, totalsIn } from './totals.ts';

const childOf: Partial<Record<Grouping, Grouping>> = {
  channel: 'campaign_id',
  campaign_id: 'adset_id',
  adset_id: 'ad_id',
  utm_source: 'utm_medium',
  utm_medium: 'utm_campaign',
  utm_campaign: 'utm_content',
  country: 'state',
};

/**
 * Figures by one dimension. Conversions that no click earned stand apart as `unattributed`, what the limit or
 * `min_revenue` leaves out as `other`, so that everything adds up to the total.
 */
export async function rcTableData(report: Report, query: TableQuery, names: Names): Promise<Table> {
  const { inquiry, model } = report;
  const { measure } = chosen(report);
  const { group_by: grouping, min_revenue: least } = query;
  const columns = columnMeasures(measure('conversions'));
  const { compared } = inquiry;
  const shown = {
    order: [sortMeasure(report, query.sort) ?? grouping, query.order] as const,
    limit: query.limit,
    filters: earning(least),
  };
  const isCompared = compared !== null && granularityOf(grouping) === null;
  const [found, before] = await Promise.all([
    groupsOf(report, { grouping, measures: measuresOf(report), shown }),
    isCompared
      ? groupsOf(report, {
          grouping,
          measures: distinct(['server_revenue', columns.conversions, 'cost']),
          window: compared.window,
          shown: { ...shown, order: ['server_revenue', 'desc'], limit: mostCompared, filters: [] },
        })
      : null,
  ]);
  const { unattributed, everything } = found;
  const kept = found.groups.filter(({ row }) => Number(row.server_revenue) >= Number(least));
  const labelsOf = (groups: readonly Group[]) =>
    labelsFor(
      grouping,
      groups.map(({ key }) => key),
      report,
      names,
    );
  const labels = query.sort === 'label' ? await labelsOf(kept) : String;
  const chosenGroups = ordered(kept, query, report, labels).slice(0, query.limit);
  const labelOf = await labelsOf(chosenGroups);
  const revenue = cents(sumOf(everything.map((row) => row?.[measure('revenue')])));
  const previous = before && new Map(before.groups.map(({ key, row }) => [key, row]));
  const rows = chosenGroups.map(
    ({ key, row }): TableRow => ({
      key,
      label: labelOf(key),
      child_group_by: key === null ? null : (childOf[grouping] ?? null),
      ...figuresIn(report, row),
      share: shareOf(amountIn(model, row, measure('revenue')), revenue),
      previous: previous && previousIn(report, previous.get(key)),
    }),
  );
  const total = sumOver(columns, everything);
  const apart = sumOver(columns, [unattributed]);
  return {
    group_by: grouping,
    rows,
    unattributed: apart,
    other: { count: found.count - rows.length, ...remainder(total, [...rows, apart]) },
    total,
  };
}

const mostCompared = 100_000;

const earning = (least: string): Filter[] =>
  Number(least) > 0 ? [{ member: 'server_revenue', operator: 'gte', values: [least] }] : [];

function measuresOf(report: Report): string[] {
  const { measure } = chosen(report);
  return distinct([
    ...totalMeasures,
    ...Object.values(columnMeasures(measure('conversions'))),
    'unique_clicks',
    ...(['revenue', 'profit', 'roas', 'cpa', 'epc', 'conversion_rate'] as const).map(measure),
  ]);
}

function figuresIn(report: Report, row: Row) {
  const { model } = report;
  const { amount, figure } = chosen(report);
  return {
    clicks: amountIn(model, row, 'clicks'),
    unique_clicks: amountIn(model, row, 'unique_clicks'),
    conversions: amount(row, 'conversions'),
    ...totalsIn(model, row),
    cost: amountIn(model, row, 'cost'),
    payout: amountIn(model, row, 'payout'),
    profit: amount(row, 'profit'),
    roas: figure(row, 'roas'),
    cpa: figure(row, 'cpa'),
    epc: figure(row, 'epc'),
    conversion_rate: figure(row, 'conversion_rate'),
  };
}

function previousIn(report: Report, row: Row | undefined) {
  return {
    server_revenue: amountIn(report.model, row, 'server_revenue'),
    conversions: chosen(report).amount(row, 'conversions'),
    cost: amountIn(report.model, row, 'cost'),
  };
}
