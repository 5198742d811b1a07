import type { Grouping } from './report-query.ts';

/** A campaign has ad sets, and an ad set has ads. */
const levels: readonly Grouping[] = ['campaign_id', 'adset_id', 'ad_id'];

/**
 * The groupings above the rows of a flat list, outermost first: of ads the campaign and the ad set. Those that an
 * opened row names are left out.
 */
export const parentGroupings = (
  grouping: Grouping,
  path: readonly { grouping: Grouping }[],
): Grouping[] =>
  levels
    .slice(0, Math.max(0, levels.indexOf(grouping)))
    .filter((level) => path.every((opened) => opened.grouping !== level));
