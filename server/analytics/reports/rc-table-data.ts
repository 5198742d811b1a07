import { shareOf } from '#contract/change.ts';
import type { Grouping, Table, TableQuery, TableRow } from '#contract/report.ts';
import type { Row } from '../ask.ts';
import { amountIn } from '../figures.ts';
import type { Names } from './names.ts';
import { chosen, distinct, type Report } from './report.ts';
import { cents, sumOf } from './sums.ts';
import { columnMeasures, remainder, sumOver } from './table-columns.ts';
import { counted, groupsOf } from './table-groups.ts';
import { labelsFor } from './table-labels.ts';
import { tableOrder } from './table-order.ts';
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
  const { ask, inquiry, model } = report;
  const { measure } = chosen(report);
  const { group_by: grouping } = query;
  const columns = columnMeasures(measure('conversions'));
  const measures = distinct([
    ...totalMeasures,
    ...Object.values(columns),
    'unique_clicks',
    measure('revenue'),
    measure('profit'),
    measure('roas'),
    measure('cpa'),
    measure('epc'),
    measure('conversion_rate'),
  ]);
  const { compared } = inquiry;
  const [{ rows, unattributed, isWhole }, before] = await Promise.all([
    groupsOf(report, { grouping, measures }),
    compared && grouping !== 'hour' && grouping !== 'date'
      ? groupsOf(report, {
          grouping,
          measures: distinct(['server_revenue', columns.conversions, 'cost']),
          window: compared.window,
        })
      : null,
  ]);
  const everything = isWhole
    ? [...rows.map(({ row }) => row), unattributed]
    : await ask({ measures, filters: [counted] });
  const revenue = cents(sumOf(everything.map((row) => row?.[measure('revenue')])));
  const kept = rows.filter(
    ({ row }) => amountIn(model, row, 'server_revenue') >= Number(query.min_revenue),
  );
  const labelOf = await labelsFor(
    grouping,
    kept.map(({ key }) => key),
    report,
    names,
  );
  const previous = before && new Map(before.rows.map(({ key, row }) => [key, row]));
  const listed = kept
    .map(
      ({ key, row }): TableRow => ({
        key,
        label: labelOf(key),
        child_group_by: key === null ? null : (childOf[grouping] ?? null),
        ...figuresIn(report, row),
        share: shareOf(amountIn(model, row, measure('revenue')), revenue),
        previous: previous && previousIn(report, previous.get(key)),
      }),
    )
    .sort(tableOrder(query))
    .slice(0, query.limit);

  const total = sumOver(columns, everything);
  const apart = sumOver(columns, [unattributed]);
  return {
    group_by: grouping,
    rows: listed,
    unattributed: apart,
    other: { count: rows.length - listed.length, ...remainder(total, [...listed, apart]) },
    total,
  };
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
