import { dimensionOf, type Grouping } from '#contract/analytics/dimensions.ts';

/** What a column of a dimension is called and holds. */
export function meaningOf(name: Grouping): [title: string, description: string] {
  const { label, definition, code } = dimensionOf(name);
  return [label, code ? `${definition} ${code}` : definition];
}
