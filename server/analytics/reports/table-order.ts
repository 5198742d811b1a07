import type { DerivedSort, TableQuery, TableSort } from '#contract/analytics/report-query.ts';
import { compareKeys, compareValues, extraOfSort } from '#contract/analytics/table-order.ts';
import { invalid } from '../../platform/refusal.ts';
import { figureIn } from '../compiler/figure-values.ts';
import { chosenMeasures, costMeasure, type Report } from './report.ts';
import type { Group } from './table-groups.ts';

/** Sorts that the warehouse can apply. */
type MeasuredSort = Exclude<TableSort, DerivedSort>;

/** Refuses a sort by a figure that was not asked for. */
export function checkSort(query: TableQuery): void {
  const extra = extraOfSort(query.sort);
  if (extra && !query[extra]) {
    const wanted = extra === 'clocks' ? 'clocks=both' : `${extra}=1`;
    throw invalid('sort', `To order by ${query.sort}, ask for ${wanted}.`);
  }
}

/** The measure behind a column; labels have none. */
export function sortMeasure(report: Report, sort: MeasuredSort): string | null {
  const { measure } = chosenMeasures(report);
  switch (sort) {
    case 'label':
      return null;
    case 'conversions':
    case 'revenue':
    case 'aov':
    case 'users':
    case 'per_user':
    case 'net_revenue':
    case 'profit':
    case 'roas':
    case 'cpa':
    case 'epc':
    case 'roi':
    case 'margin':
    case 'conversion_rate':
      return measure(sort);
    case 'cost':
      return costMeasure(report);
    default:
      return sort;
  }
}

/** Groups sorted by one column, equal ones by key. */
export function sortGroups(
  groups: readonly Group[],
  { sort, order }: { sort: MeasuredSort; order: TableQuery['order'] },
  report: Report,
  labelOf: (key: string | null) => string,
): Group[] {
  const measure = sortMeasure(report, sort);
  const ranked = groups.map((group) => ({
    group,
    value: measure ? figureIn(report, group.row, measure) : labelOf(group.key),
  }));
  ranked.sort(
    (a, b) => compareValues(a.value, b.value, order) || compareKeys(a.group.key, b.group.key),
  );
  return ranked.map(({ group }) => group);
}
