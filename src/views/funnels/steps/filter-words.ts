import { byDimension, dimensionOf, storedDimensions } from '#contract/analytics/dimensions.ts';
import type { EventFilter } from '#contract/funnels/definition.ts';
import { textMap } from '#contract/text-map.ts';
import { type Operator, valuesOf } from '#model/funnel-definition.ts';

export const operatorWords: Record<Operator, string> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'begins with',
  regex: 'matches the expression',
  in: 'is one of',
  not_in: 'is none of',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  is_set: 'is known',
  is_not_set: 'is not known',
};

const propertyWords = textMap({
  path: 'Page path',
  host: 'Page host',
  ...byDimension(storedDimensions, (name) => dimensionOf(name).label),
  value: 'Value of the event',
  status: 'Status',
  side: 'Reported by',
});

export const propertyWord = (property: string): string =>
  propertyWords.get(property) ??
  property.replace(/^query\./, 'Address parameter ').replace(/^custom\./, 'Own field ');

/** “country”: the property inside a sentence. */
export const propertyInSentence = (property: string): string => lowerFirst(propertyWord(property));

/** Tells an id from the name that the reports show. */
export const valueHint = (property: string): string | undefined =>
  property.endsWith('_id') && propertyWords.has(property)
    ? 'Enter the id, not the name.'
    : undefined;

/** Country is US; Country is one of US, CA */
export function filterWords(filter: EventFilter): string {
  const values = valuesOf(filter);
  const parts = [propertyWord(filter.property), comparison(filter, values), values.join(', ')];
  return parts.filter(Boolean).join(' ');
}

/** “country is US” */
export const filterInSentence = (filter: EventFilter): string => lowerFirst(filterWords(filter));

/** A list of one value reads as the value itself. */
function comparison({ operator }: EventFilter, values: readonly string[]): string {
  if (values.length === 1 && operator === 'in') return operatorWords.equals;
  if (values.length === 1 && operator === 'not_in') return operatorWords.not_equals;
  return operatorWords[operator];
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
