import { type FilterParameter, filterGroups, filtersIn } from '#contract/analytics/dimensions.ts';
import { splitValues } from '#contract/analytics/filter-value.ts';
import type { ReportQuery } from '#contract/analytics/report-query.ts';
import type { ProjectScope } from '../../access/scope.ts';
import type { Filter } from './query.ts';

/** The access rule as a filter: each project with all of its affiliates or the listed ones. */
export function scopeFilter({ projects }: { projects: readonly ScanLimits[] }): Filter {
  const whole = projects.filter(({ affids }) => affids === null);
  const limited = projects.filter(({ affids }) => affids !== null);
  const conditions: Filter[] = limited.map(({ id, affids }) => ({
    and: [
      { member: 'project_id', operator: 'equals', values: [String(id)] },
      { member: 'affid', operator: 'equals', values: affids?.length ? affids : [noAffid] },
    ],
  }));
  if (whole.length > 0 || conditions.length === 0) {
    const ids = whole.map(({ id }) => String(id));
    conditions.unshift({
      member: 'project_id',
      operator: 'equals',
      values: ids.length > 0 ? ids : ['0'],
    });
  }
  const [only] = conditions;
  return conditions.length === 1 && only ? only : { or: conditions };
}

/** The time zones of the projects. */
export const zonesOf = ({
  projects,
}: {
  projects: readonly { id: number; timezone: string }[];
}): ReadonlyMap<number, string> => new Map(projects.map(({ id, timezone }) => [id, timezone]));

type ScanLimits = Pick<ProjectScope, 'id' | 'affids'>;

/** A code that no affiliate can have, because codes hold no spaces. */
const noAffid = ' ';

type SelectedConversions = Pick<ReportQuery, FilterParameter>;

/** The filters of a report's selection. */
export function selectionFilters(query: SelectedConversions): Filter[] {
  const chosen = filtersIn(query);
  return filterGroups.flatMap((member) => {
    const { only, without } = splitValues(chosen[member] ?? []);
    return [
      ...(only.length > 0 ? [{ member, operator: 'equals' as const, values: only }] : []),
      ...(without.length > 0 ? [{ member, operator: 'notEquals' as const, values: without }] : []),
    ];
  });
}
