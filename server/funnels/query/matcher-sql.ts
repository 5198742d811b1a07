import type { Matcher } from '#contract/funnels/definition.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import { filtersSql } from './filter-sql.ts';

/** Whether an event meets any of the alternatives. */
export const matcherSql = ({ any }: Matcher, parameters: Parameters): string =>
  any
    .map(
      ({ event, filters }) =>
        `(event_name = ${parameters.add('String', event)} AND ${filtersSql(filters, parameters)})`,
    )
    .join(' OR ');

/** The names of the events that these matchers may count. */
export const eventNamesIn = (steps: readonly { matcher: Matcher }[]): string[] => [
  ...new Set(steps.flatMap(({ matcher }) => matcher.any.map(({ event }) => event))),
];
