import { Decimal } from 'decimal.js';
import type { EventFilter } from '#contract/funnels/definition.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import { propertySql } from './property-sql.ts';

/** Whether an event meets all these filters; an expression that is 0 or 1. */
export const filtersSql = (filters: readonly EventFilter[], parameters: Parameters): string =>
  filters.length === 0
    ? '1'
    : filters.map((filter) => `(${filterSql(filter, parameters)})`).join(' AND ');

/** A missing value meets `is_not_set` alone. Texts are compared without regard to letter case, except by `regex`. */
function filterSql(filter: EventFilter, parameters: Parameters): string {
  const value = propertySql(filter.property, parameters);
  const text = `lowerUTF8(${value})`;
  const given = (one: string) =>
    `lowerUTF8(${parameters.add('String', writtenAs(filter.property, one))})`;
  const isSet = `${value} != ''`;
  switch (filter.operator) {
    case 'is_set':
      return isSet;
    case 'is_not_set':
      return `${value} = ''`;
    case 'equals':
      return `${text} = ${given(filter.value)}`;
    case 'not_equals':
      return `${isSet} AND ${text} != ${given(filter.value)}`;
    case 'contains':
      return `${isSet} AND position(${text}, ${given(filter.value)}) > 0`;
    case 'not_contains':
      return `${isSet} AND position(${text}, ${given(filter.value)}) = 0`;
    case 'starts_with':
      return `startsWith(${text}, ${given(filter.value)})`;
    case 'regex':
      return `${isSet} AND match(${value}, ${parameters.add('String', filter.value)})`;
    case 'in':
      return `${text} IN (${filter.values.map(given).join(', ')})`;
    case 'not_in':
      return `${isSet} AND ${text} NOT IN (${filter.values.map(given).join(', ')})`;
    default: {
      const than = `toDecimal64(${parameters.add('String', filter.value)}, 4)`;
      return `ifNull(toDecimal64OrNull(${value}, 4) ${signs[filter.operator]} ${than}, 0)`;
    }
  }
}

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** An amount is compared as the warehouse writes it: 49.90 as 49.9. */
function writtenAs(property: string, text: string): string {
  if (property !== 'value' || !/^-?\d+(\.\d+)?$/.test(text)) return text;
  return new Decimal(text).toFixed();
}
