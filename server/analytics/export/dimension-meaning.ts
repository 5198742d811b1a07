import { descriptionOf, dimensionOf, type Grouping } from '#contract/analytics/dimensions.ts';

/** What a column of a dimension is called and holds. */
export const meaningOf = (name: Grouping): [title: string, description: string] => [
  dimensionOf(name).label,
  descriptionOf(name),
];
