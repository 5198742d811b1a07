import { byDimension, dimensionOf, filterGroups } from '#contract/analytics/dimensions.ts';

/** The names of the filter groups. */
export const groupNames = byDimension(filterGroups, (group) => dimensionOf(group).label);
