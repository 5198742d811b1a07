import type { Parameters } from '../../warehouse/parameters.ts';

/** Stands in an expression of the model for the time zone of the query. */
export const zoneMark = '{zone}';

/** Cube's way to write a time in the zone of the query. */
export const withZoneMark = (sql: string): string =>
  sql.replaceAll(/\{SQL_UTILS\.convertTz\('([^']*)'\)\}/g, `toTimeZone($1, ${zoneMark})`);

export const inZone = (expression: string, zone: string, parameters: Parameters): string =>
  expression.includes(zoneMark)
    ? expression.replaceAll(zoneMark, parameters.add('String', zone))
    : expression;
