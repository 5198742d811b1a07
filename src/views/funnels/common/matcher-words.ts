import type { EventFilter, Matcher } from '#contract/funnels/definition.ts';
import { operatorWords } from '../steps/step-words.ts';

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
