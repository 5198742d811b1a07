import { type CubeFilter, filterOperators } from '#contract/analytics/cube.ts';
import { dateRangeOf } from '../compiler/date-range.ts';
import type { Model } from '../compiler/model.ts';
import { type Filter, QueryProblem, timeMember } from '../compiler/query.ts';

type Reading = { model: Model; short: (member: string) => string; zone: string; now: Date };

/** A filter of a Cube query as a filter of the model. */
export function filterOf(filter: CubeFilter, reading: Reading): Filter {
  if ('and' in filter) return { and: filter.and.map((one) => filterOf(one, reading)) };
  if ('or' in filter) return { or: filter.or.map((one) => filterOf(one, reading)) };
  const named = filter.member ?? filter.dimension;
  if (named === undefined) throw new QueryProblem('filters', 'A filter names no member.');
  const member = reading.short(named);
  const { operator, values = [] } = filter;
  switch (operator) {
    case 'inDateRange': {
      if (values.length === 0 || values.length > 2) {
        throw new QueryProblem('filters', 'inDateRange takes one or two values.');
      }
      return { member, operator, window: dateRangeOf(values, reading.zone, reading.now).window };
    }
    case 'beforeDate':
    case 'beforeOrOnDate':
    case 'afterDate':
    case 'afterOrOnDate':
      return { member, operator: 'inDateRange', window: openWindow(member, filter, reading) };
    default:
      return { member, operator, values };
  }
}

/** Every time that figures can have. */
const always = { from: new Date(0), to: new Date(Date.UTC(2100, 0, 1)) };

/** A day is before another one until its first instant, and after it from the end of its last. */
function openWindow(
  member: string,
  { operator, values = [] }: Exclude<CubeFilter, { and: CubeFilter[] } | { or: CubeFilter[] }>,
  { model, zone, now }: Reading,
) {
  if (model.dimensions.get(member)?.type !== 'time') {
    throw new QueryProblem(
      'filters',
      `${operator} does not fit ${member}. It takes ${timeMember}.`,
    );
  }
  const [date, ...more] = values;
  if (date === undefined || more.length > 0) {
    throw new QueryProblem('filters', `${operator} takes one value.`);
  }
  const { from, to } = dateRangeOf([date], zone, now).window;
  if (operator === 'beforeDate') return { ...always, to: from };
  if (operator === 'beforeOrOnDate') return { ...always, to };
  return { ...always, from: operator === 'afterDate' ? to : from };
}

/**
 * Refuses filters by the faulty part of them, before the schema reads them: it would only say that none of its forms
 * fits.
 */
export function checkFilterForm(filters: unknown, path = 'filters'): void {
  if (!Array.isArray(filters)) return;
  for (const [index, filter] of filters.entries()) {
    if (typeof filter !== 'object' || filter === null) continue;
    const place = `${path}.${index}`;
    if ('and' in filter) checkFilterForm(filter.and, `${place}.and`);
    if ('or' in filter) checkFilterForm(filter.or, `${place}.or`);
    if ('operator' in filter) checkOperator(filter.operator, `${place}.operator`);
    if ('values' in filter && Array.isArray(filter.values)) {
      for (const [at, value] of filter.values.entries()) checkValue(value, `${place}.values.${at}`);
    }
  }
}

function checkOperator(operator: unknown, place: string): void {
  if (filterOperators.some((one) => one === operator)) return;
  const written = (JSON.stringify(operator) ?? '').slice(0, 40);
  throw new QueryProblem(
    place,
    `${written} is no operator here. Use one of ${filterOperators.join(', ')}.`,
  );
}

function checkValue(value: unknown, place: string): void {
  if (typeof value === 'string') return;
  const advice =
    value === null
      ? 'null is no value. Use set or notSet for rows with or without one.'
      : `${(JSON.stringify(value) ?? '').slice(0, 40)} is no text. Write values in quotation marks.`;
  throw new QueryProblem(place, advice);
}
