import type { Filter } from '../compiler/query.ts';

/** The projects that a condition leaves, as far as it names projects. */
export function projectsLeftBy(filter: Filter, projects: ReadonlySet<number>): ReadonlySet<number> {
  if ('and' in filter) return filter.and.reduce((left, one) => projectsLeftBy(one, left), projects);
  if ('or' in filter)
    return new Set(filter.or.flatMap((one) => [...projectsLeftBy(one, projects)]));
  if (filter.member !== 'project_id' || !('values' in filter)) return projects;
  const ids = new Set(filter.values.map(Number));
  if (filter.operator === 'equals') return new Set([...projects].filter((id) => ids.has(id)));
  if (filter.operator === 'notEquals') return new Set([...projects].filter((id) => !ids.has(id)));
  return projects;
}
