import type { Model } from '../compiler/model.ts';
import { leavesOf } from '../compiler/predicates.ts';
import { type Query, QueryProblem } from '../compiler/query.ts';
import type { Claim } from './grant.ts';
import { projectsLeftBy } from './project-filter.ts';

/**
 * Refuses a query that would add up money of projects with different currencies. Counts and figures grouped by project
 * are allowed; a ratio counts as money, whatever it is made of.
 */
export function checkCurrencies(query: Query, model: Model, { projects }: Claim): void {
  const { measures, dimensions = [], filters = [], order = [] } = query;
  if (dimensions.includes('project_id')) return;
  const named = [
    ...measures,
    ...filters.flatMap(leavesOf).map(({ member }) => member),
    ...order.map(([member]) => member),
  ];
  const isMoney = (name: string) => (model.measures.get(name)?.meta.unit ?? 'count') !== 'count';
  if (!named.some(isMoney)) return;
  const projectIds = projectsLeftBy({ and: filters }, new Set(projects.map(({ id }) => id)));
  const currencies = new Set(
    projects.filter(({ id }) => projectIds.has(id)).map(({ currency }) => currency),
  );
  if (currencies.size < 2) return;
  throw new QueryProblem(
    'filters',
    `Money in ${[...currencies].sort().join(', ')} cannot be added up. Filter by project_id or group by it.`,
  );
}
