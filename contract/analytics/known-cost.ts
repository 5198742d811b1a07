import {
  costGroupings,
  dimensionOf,
  type FilterGroup,
  filterGroups,
  type Grouping,
  groupings,
  isLevel,
} from './dimensions.ts';

type Line = { cost: number; key?: string | null };

/** Other dimensions cannot divide costs, including the hours of a day. */
const dividesCost = (by: FilterGroup | Grouping): boolean => costGroupings.includes(by);

/** Whether a table's rows cannot show cost although the total has some. */
export const lacksCostByRow = (by: Grouping, total: { cost: number }): boolean =>
  !dividesCost(by) && total.cost !== 0;

/**
 * Whether the cost of a row, even a cost of 0, belongs to the clicks of the row. Only then does the row have its own
 * ROAS, CPA and profit.
 */
export const hasOwnCost = (by: Grouping, line: Line, total: { cost: number }): boolean =>
  !lacksCostByRow(by, total) && !(line.key === null && line.cost !== 0 && namesPaidClicks(by));

/**
 * Whether every paid click has a value of this dimension: a cost without one does not belong to the clicks without it.
 */
const namesPaidClicks = (by: Grouping): boolean => isLevel(by);

/** The filter by which costs cannot be divided; null if the cost belongs to the filtered figures. */
export function costHidingFilter(
  narrowed: Partial<Record<FilterGroup, readonly string[] | undefined>>,
): FilterGroup | null {
  const isHiding = (group: FilterGroup) =>
    !dividesCost(group) && (narrowed[group] ?? []).length > 0;
  return filterGroups.find(isHiding) ?? null;
}

/** The grouping of the opened drill-down rows by which costs cannot be divided; null if there is none. */
export const costHidingGrouping = (path: readonly { grouping: Grouping }[]): Grouping | null =>
  path.find(({ grouping }) => !dividesCost(grouping))?.grouping ?? null;

/** Whether a table can tell how much each of its rows spent. */
export const knowsCostByRow = (
  by: Grouping,
  {
    narrowed,
    path,
    total,
  }: {
    narrowed: Parameters<typeof costHidingFilter>[0];
    path: readonly { grouping: Grouping }[];
    total: { cost: number };
  },
): boolean =>
  !lacksCostByRow(by, total) &&
  costHidingFilter(narrowed) === null &&
  costHidingGrouping(path) === null;

/** Whether a spread cost belongs to the clicks of its row: costs without clicks stand on the one without a value. */
export const hasSpreadCost = (
  by: Grouping,
  line: Line,
  { without_clicks }: { without_clicks: number },
): boolean =>
  line.key === undefined ||
  !(line.key === null || line.key === dimensionOf(by).none) ||
  (without_clicks === 0 && !namesPaidClicks(by));

type CostedTable = {
  group_by: Grouping;
  total: { cost: number };
  estimate?: { without_clicks: number } | undefined;
};

/** Whether a cost, known or spread, belongs to the clicks of its row. */
export const hasCostOfRow = (
  { group_by: by, total, estimate }: CostedTable,
  line: Line,
): boolean => (estimate ? hasSpreadCost(by, line, estimate) : hasOwnCost(by, line, total));

/** Whether a table's costs have to be spread over clicks: its rows, filters or opened rows name what costs do not. */
export const needsEstimate = (
  by: Grouping,
  narrowed: Parameters<typeof costHidingFilter>[0],
  path: readonly { grouping: Grouping }[],
): boolean =>
  !dividesCost(by) || costHidingFilter(narrowed) !== null || costHidingGrouping(path) !== null;

/** The filter of an opened figure by which costs cannot be divided; null if there is none. */
export const costHidingFact = <Fact extends { name: string }>(
  facts: readonly Fact[],
): Fact | null =>
  facts.find(({ name }) => groupings.some((by) => by === name && !dividesCost(by))) ?? null;

/** The profits of two periods can be compared if both have costs or neither has. */
export const isProfitComparable = (now: { cost: number }, before: { cost: number }): boolean =>
  (now.cost === 0) === (before.cost === 0);
