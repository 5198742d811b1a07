import type { EventFilter, Matcher } from '#contract/funnels/definition.ts';

const operatorWords: Record<EventFilter['operator'], string> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  regex: 'matches',
  in: 'is one of',
  not_in: 'is none of',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  is_set: 'is set',
  is_not_set: 'is not set',
};

/** page_view where path is /offer and country is one of US, CA, or lead */
export const matcherWords = ({ any }: Matcher): string =>
  any
    .map(({ event, filters }) =>
      filters.length === 0 ? event : `${event} where ${filters.map(filterWords).join(' and ')}`,
    )
    .join(', or ');

function filterWords(filter: EventFilter): string {
  const subject = `${filter.property} ${operatorWords[filter.operator]}`;
  if ('values' in filter) return `${subject} ${filter.values.join(', ')}`;
  return 'value' in filter ? `${subject} ${filter.value}` : subject;
}
