import { addsUp } from '#contract/analytics/attribution.ts';
import { defaultChild, timeDimensions } from '#contract/analytics/dimensions.ts';
import { shareOf } from '#contract/analytics/ratios.ts';
import type { Table, TableRow } from '#contract/analytics/report.ts';
import type { TableQuery } from '#contract/analytics/report-query.ts';
import {
  adFigures,
  isEarned,
  ratiosOf,
  remainder,
  rowFigures,
  type Sums,
  sumColumnsBy,
  sumMeasures,
} from '#contract/analytics/table-figures.ts';
import { isDerivedSort, sortRows } from '#contract/analytics/table-order.ts';
import { parentGroupings } from '#contract/analytics/table-parents.ts';
import { summaryMeasures } from '#contract/analytics/totals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { amountIn, figureIn } from '../compiler/figure-values.ts';
import type { Filter } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import type { AnalyticsReader } from '../runner/analytics-reader.ts';
import { clocksIn } from './click-date-figures.ts';
import { robustnessIn } from './credit-model-ranges.ts';
import { sumOf, sumsOver } from './exact-sums.ts';
import { chosenMeasures, costMeasure, distinct, type Report } from './report.ts';
import { sampleMeasures } from './report-evidence.ts';
import { sharedAmounts } from './shared-amounts.ts';
import { spentGroups } from './spent-groups.ts';
import { summaryIn } from './summary-figures.ts';
import { comparisonGroups } from './table-comparison.ts';
import { gatherGroupEvidence, proofsOf } from './table-evidence.ts';
import { type Group, type Groups, groupsOf } from './table-groups.ts';
import { labelsAhead, labelsFor } from './table-labels.ts';
import { checkSort, sortGroups, sortMeasure } from './table-order.ts';
import { parentsOf } from './table-parents.ts';

/**
 * Figures by one dimension. Conversions without a credited click form `unattributed`, and rows cut by the limit or
 * `min_revenue` form `other`, so that everything adds up to the total.
 */
export async function rcTableData(
  report: Report,
  query: TableQuery,
  analytics: Pick<AnalyticsReader, 'names' | 'credited' | 'clicked' | 'compared'>,
): Promise<Table> {
  const { resolved } = report;
  const { names } = analytics;
  const { measure } = chosenMeasures(report);
  const { group_by: grouping, min_revenue: least } = query;
  const columns = columnsOf(report);
  const isEstimated = resolved.choice.estimated;
  const { sort } = query;
  checkSort(query);
  const filters = earning(least);
  const shown = isDerivedSort(sort)
    ? { order: ['server_revenue', 'desc'] as const, limit: mostOrdered, filters }
    : {
        order: [sortMeasure(report, sort) ?? grouping, query.order] as const,
        limit: query.limit,
        filters,
      };
  const measures = measuresOf(report);
  const [found, ahead, before, gathered, robustness, clocks] = await Promise.all([
    groupsOf(report, { grouping, measures, shown }),
    labelsAhead(grouping, report, names),
    comparisonGroups(
      report,
      {
        grouping,
        parents: query.parent ?? [],
        measures: distinct([
          'server_revenue',
          'clicks',
          columns.cost,
          columns.revenue,
          columns.conversions,
          measure('profit'),
          measure('roas'),
        ]),
      },
      analytics,
    ),
    report.evidenceQuery && gatherGroupEvidence(report, report.evidenceQuery, grouping),
    query.robustness ? robustnessIn(report, grouping, analytics) : null,
    query.clocks === 'both' ? clocksIn(report, grouping, analytics) : null,
  ]);
  const { unattributed, everything } = found;
  const labelsOf = (some: readonly Pick<Group, 'key'>[]) =>
    labelsFor(
      grouping,
      some.map(({ key }) => key),
      report,
      names,
      ahead,
    );
  const total = sumsOver(report, columns, everything);
  const estimate = isEstimated
    ? {
        cost: total.cost,
        without_clicks: roundDecimal(
          sumOf(everything.map((row) => row?.cost_without_clicks)),
          resolved.moneyPlaces,
        ),
      }
    : undefined;
  const above = query.parents ? parentGroupings(grouping, query.parent ?? []) : [];
  const figuresIn = figuresOf(report, isEstimated ? sharedCosts(report, found) : null);
  const previousIn = previousOf(report);

  /** The first rows of some groups, in the order of the query. */
  async function rowsOf(groups: readonly Group[]): Promise<TableRow[]> {
    const isNamed = sort === 'label' && !timeDimensions.includes(grouping);
    const labels = isNamed ? await labelsOf(groups) : String;
    const candidates = isDerivedSort(sort)
      ? groups
      : sortGroups(groups, { sort, order: query.order }, report, labels).slice(0, query.limit);
    const figured = candidates.map((group) => ({ ...group, shown: figuresIn(group) }));
    const proofs = gathered && (await proofsOf(report, figured, found, gathered, grouping));
    const listed = figured.map(
      ({ key, shown }, index): TableRow => ({
        key,
        label: '',
        child_group_by: key === null ? null : (defaultChild[grouping] ?? null),
        ...shown,
        ...proofs?.[index],
        ...robustness?.({ key, ...shown }),
        ...(clocks && { click_clock: clocks.clickClock(key) }),
        share: shareOf(shown.revenue, total.revenue),
        previous: before && previousIn(before(key)),
      }),
    );
    const inPlace = isDerivedSort(sort) ? sortRows(listed, query) : listed;
    const rows = inPlace.slice(0, query.limit);
    const labelOf = await labelsOf(rows);
    for (const row of rows) row.label = labelOf(row.key);
    if (above.length === 0) return rows;
    const keys = rows.flatMap(({ key }) => key ?? []);
    const parentsIn = await parentsOf(report, { grouping, above, keys }, names);
    return rows.map((row) => {
      const parents = row.key === null ? undefined : parentsIn(row.key);
      return parents ? { ...row, parents } : row;
    });
  }

  const rows = await rowsOf(
    found.groups.filter(({ row }) => Number(row.server_revenue) >= Number(least)),
  );
  const read = { found, total, estimate, columns, measures, shown };
  const spent = await spentGroups(report, query, read);
  const spentRows = spent && query.spent === 'rows' ? await rowsOf(spent.groups) : null;
  const parents = await Promise.all(
    (query.parent ?? []).map(async ({ grouping: name, key }) => ({
      group_by: name,
      key,
      label: (await labelsFor(name, [key], report, names))(key),
    })),
  );
  const apart = sumsOver(report, columns, [unattributed]);
  const rest = remainder(total, [...rows, apart], resolved.moneyPlaces);
  const left = addsUp(resolved.attribution.model)
    ? rest
    : overlapping(rest, sumsOver(report, columns, rowsBut(rows, found.groups)));
  return {
    group_by: grouping,
    ...(parents.length > 0 ? { parents } : {}),
    rows,
    unattributed: apart,
    other: { count: found.count - rows.length, ...left },
    ...(spent && {
      spent: { count: spent.count, ...spent.sums, ...(spentRows && { rows: spentRows }) },
    }),
    total,
    ...(estimate && { estimate }),
    ...(clocks && { bridge: clocks.bridge }),
  };
}

/** Figures of touched clicks are added up row by row; clicks and costs are the total minus the shown rows. */
const overlapping = (rest: Sums, touched: Sums): Sums =>
  sumColumnsBy((column) => (isEarned(column) ? touched : rest)[column]);

const rowsBut = (shown: readonly TableRow[], all: readonly Group[]): Row[] => {
  const keys = new Set(shown.map(({ key }) => key));
  return all.filter(({ key }) => !keys.has(key)).map(({ row }) => row);
};

/** Costs that add up to their total, unless there are more groups than were read. */
function sharedCosts(report: Report, { groups, count }: Groups): ReadonlyMap<Row, number> | null {
  if (groups.length < count) return null;
  const amounts = groups.map(({ row }) => row[costMeasure(report)]);
  const shares = sharedAmounts(amounts, report.resolved.moneyPlaces);
  return new Map(groups.map(({ row }, index) => [row, shares[index] ?? 0]));
}

/** The most rows that are sorted by an order the warehouse does not know. */
const mostOrdered = 100_000;
const earning = (least: string): Filter[] =>
  Number(least) > 0 ? [{ member: 'server_revenue', operator: 'gte', values: [least] }] : [];

/** The measure of each sum. */
const columnsOf = (report: Report): Record<keyof Sums, string> => ({
  ...sumMeasures(chosenMeasures(report).measure),
  cost: costMeasure(report),
});

function measuresOf(report: Report): string[] {
  const { measure } = chosenMeasures(report);
  return distinct([
    ...summaryMeasures,
    ...Object.values(columnsOf(report)),
    ...(report.resolved.choice.estimated ? ['cost_without_clicks'] : []),
    ...(report.evidenceQuery ? sampleMeasures(report) : []),
    'unique_clicks',
    ...adFigures,
    ...rowFigures.map(measure),
  ]);
}

/** The figures of a row. */
function figuresOf(report: Report, costs: ReadonlyMap<Row, number> | null) {
  const { amount, figure } = chosenMeasures(report);
  const columns = columnsOf(report);
  const figuresIn = (row: Row) => ({
    ...sumColumnsBy((column) => amountIn(report, row, columns[column])),
    ...summaryIn(report, row),
    unique_clicks: amountIn(report, row, 'unique_clicks'),
    aov: figure(row, 'aov'),
    users: amount(row, 'users'),
    per_user: figure(row, 'per_user'),
    profit: amount(row, 'profit'),
    roas: figure(row, 'roas'),
    cpa: figure(row, 'cpa'),
    epc: figure(row, 'epc'),
    roi: figure(row, 'roi'),
    margin: figure(row, 'margin'),
    conversion_rate: figure(row, 'conversion_rate'),
    cpm: figureIn(report, row, 'cpm'),
    ctr: figureIn(report, row, 'ctr'),
    cpc: figureIn(report, row, 'cpc'),
  });
  return ({ row }: Group) => {
    const figures = figuresIn(row);
    const cost = costs?.get(row);
    return cost === undefined ? figures : { ...figures, ...byCost({ ...figures, cost }, report) };
  };
}

/** A shared cost and what follows from it, so that one conversion costs what its row did. */
function byCost(sums: Sums, { resolved }: Report) {
  const { profit, roas, roi, margin, cpa } = ratiosOf(sums, resolved.moneyPlaces);
  return { cost: sums.cost, profit, roas, roi, margin, cpa };
}

/** Null where a row cannot have a counterpart; zeros where the counterpart had no figures. */
function previousOf(report: Report) {
  const { amount, figure } = chosenMeasures(report);
  return (row: Row | undefined | null) =>
    row === null
      ? null
      : {
          server_revenue: amountIn(report, row, 'server_revenue'),
          revenue: amount(row, 'revenue'),
          conversions: amount(row, 'conversions'),
          clicks: amountIn(report, row, 'clicks'),
          cost: amountIn(report, row, costMeasure(report)),
          profit: amount(row, 'profit'),
          roas: figure(row, 'roas'),
        };
}
