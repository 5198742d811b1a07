import { type FilterGroup, filterGroups, type Grouping, groupings } from './report-query.ts';

/**
 * What a row of costs names. By anything else, also by the hours of its day, nobody can tell whose part of it is whose.
 */
const named: readonly string[] = ['campaign_id', 'adset_id', 'ad_id', 'affid', 'date'];
/** What every click that was paid for has: a cost without it is not that of the clicks without it. */
const needed: readonly string[] = ['campaign_id', 'adset_id', 'ad_id'];

type Line = { cost: number; key?: string | null };

const dividesCost = (by: FilterGroup | Grouping): boolean => named.includes(by);

/** Whether rows stand for what costs do not name, although there are some. */
export const isUndivided = (by: Grouping, total: { cost: number }): boolean =>
  !dividesCost(by) && total.cost !== 0;

/**
 * Whether the cost of a line, also one of nothing, is that of its clicks: only then ROAS, CPA and profit are its own.
 */
export const knowsReturn = (by: Grouping, line: Line, total: { cost: number }): boolean =>
  !isUndivided(by, total) && !(line.key === null && line.cost !== 0 && needed.includes(by));

/** By what figures are narrowed although costs do not name it; null where the cost is that of these figures. */
export function costHiddenBy(
  narrowed: Partial<Record<FilterGroup, readonly string[] | undefined>>,
): FilterGroup | null {
  const isHiding = (group: FilterGroup) =>
    !dividesCost(group) && (narrowed[group] ?? []).length > 0;
  return filterGroups.find(isHiding) ?? null;
}

/** The same of rows that were opened. */
export const costHiddenIn = (path: readonly { grouping: Grouping }[]): Grouping | null =>
  path.find(({ grouping }) => !dividesCost(grouping))?.grouping ?? null;

/** The same of what an opened figure says that it is narrowed by. */
export const costHiddenAmong = <Fact extends { name: string }>(
  facts: readonly Fact[],
): Fact | null =>
  facts.find(({ name }) => groupings.some((by) => by === name && !dividesCost(by))) ?? null;

/** What is left of two periods compares where it is so after the costs of both, or where neither has any. */
export const comparesProfit = (now: { cost: number }, before: { cost: number }): boolean =>
  (now.cost === 0) === (before.cost === 0);
