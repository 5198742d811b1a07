import type { TableQuery, TableSort } from '#contract/report.ts';
import { figureIn } from '../figures.ts';
import { chosen, type Report } from './report.ts';
import type { Group } from './table-groups.ts';

const collator = new Intl.Collator('en', { numeric: true });

/** The measure behind a column; a label has none. */
export function sortMeasure(report: Report, sort: TableSort): string | null {
  const { measure } = chosen(report);
  switch (sort) {
    case 'label':
      return null;
    case 'conversions':
    case 'profit':
    case 'roas':
    case 'cpa':
    case 'epc':
    case 'conversion_rate':
      return measure(sort);
    default:
      return sort;
  }
}

/** Groups in the order of one column: those without a value come last either way, equal ones by key. */
export function ordered(
  groups: readonly Group[],
  { sort, order }: TableQuery,
  report: Report,
  labelOf: (key: string | null) => string,
): Group[] {
  const sign = order === 'asc' ? 1 : -1;
  const measure = sortMeasure(report, sort);
  const ranked = groups.map((group) => ({
    group,
    value: measure ? figureIn(report.model, group.row, measure) : labelOf(group.key),
  }));
  ranked.sort((a, b) => {
    if (a.value === b.value) return byKey(a.group, b.group);
    if (a.value === null) return 1;
    if (b.value === null) return -1;
    return before(a.value, b.value) ? -sign : sign;
  });
  return ranked.map(({ group }) => group);
}

const before = (a: string | number, b: string | number): boolean =>
  typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) < 0 : a < b;

function byKey({ key: a }: Group, { key: b }: Group): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return collator.compare(a, b);
}
