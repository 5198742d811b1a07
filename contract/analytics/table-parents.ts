import { type Grouping, isLevel, levels } from './dimensions.ts';

/**
 * The groupings above the rows of a flat list, outermost first: of ads the campaign and the ad set. Those that an
 * opened row names are left out.
 */
export const parentGroupings = (
  grouping: Grouping,
  path: readonly { grouping: Grouping }[],
): Grouping[] =>
  levels
    .slice(0, isLevel(grouping) ? levels.indexOf(grouping) : 0)
    .filter((level) => path.every((opened) => opened.grouping !== level));
