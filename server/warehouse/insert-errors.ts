import { ClickHouseError } from '@clickhouse/client';
import { reasonOf } from '../platform/failure.ts';

/** Codes with which ClickHouse says that the rows themselves cannot be stored, now or ever. */
const refusals = new Set([
  '6',
  '25',
  '26',
  '27',
  '38',
  '41',
  '53',
  '69',
  '72',
  '117',
  '130',
  '131',
  '407',
  '441',
]);

/** Codes with which it says that a question is too large or too deep, whenever it is asked. */
const excesses = new Set(['62', '158', '167', '168', '306', '307', '396']);

export function isRefused(error: unknown): boolean {
  return error instanceof ClickHouseError && refusals.has(error.code);
}

/** Whether the same work would fail again: not where a store is away, but where a value or our own code is wrong. */
export function isForGood(error: unknown): boolean {
  if (error instanceof ClickHouseError) return refusals.has(error.code) || excesses.has(error.code);
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return error instanceof Error && error.message.startsWith('[DecimalError]');
}

/** In one sentence for a log: the engine's own words quote what somebody sent. */
export function quietReasonOf(error: unknown): string {
  if (error instanceof ClickHouseError) return `${error.code} ${error.type ?? ''}`.trim();
  return reasonOf(error);
}
