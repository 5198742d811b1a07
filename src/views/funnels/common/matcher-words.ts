import type { Matcher } from '#contract/funnels/definition.ts';
import { filterInSentence } from '../steps/filter-words.ts';

/** page_view where page path is /offer and country is one of US, CA, or lead */
export const matcherWords = ({ any }: Matcher): string =>
  any
    .map(({ event, filters }) =>
      filters.length === 0
        ? event
        : `${event} where ${filters.map(filterInSentence).join(' and ')}`,
    )
    .join(', or ');
