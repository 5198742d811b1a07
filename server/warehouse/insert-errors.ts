import { ClickHouseError } from '@clickhouse/client';
import pg from 'pg';
import { reasonOf } from '../platform/failure.ts';

/** Error codes of ClickHouse that mean the rows themselves can never be stored. */
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

/** Error codes that mean a query is too large or too deep. */
const excesses = new Set(['62', '158', '167', '168', '306', '307', '396']);

const memoryErrors = new Set(['173', '241']);

/** Whether a statement failed because the engine had too little memory for it. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof ClickHouseError && memoryErrors.has(error.code);

/** Whether one statement needs more than its own limit; the limits of a user and of the engine include other work. */
const exceedsOwnMemory = (error: ClickHouseError): boolean =>
  isOutOfMemory(error) && /query memory limit|\(for query\)/i.test(error.message);

export function isRefused(error: unknown): boolean {
  return error instanceof ClickHouseError && refusals.has(error.code);
}

/**
 * Whether repeating the work would fail again: true for bad values and programming errors, false for an unreachable
 * store.
 */
export function isPermanent(error: unknown): boolean {
  if (error instanceof ClickHouseError) {
    return refusals.has(error.code) || excesses.has(error.code) || exceedsOwnMemory(error);
  }
  // Of PostgreSQL: values it cannot store, and statements that exceed its limits.
  if (error instanceof pg.DatabaseError) return /^(22|54)/.test(error.code ?? '');
  if (error instanceof TypeError || error instanceof RangeError) return true;
  if (error instanceof SyntaxError) return true;
  return error instanceof Error && error.message.startsWith('[DecimalError]');
}

/** A log sentence without the engine's message, which quotes user input. */
export function safeReasonOf(error: unknown): string {
  if (error instanceof ClickHouseError) return `${error.code} ${error.type ?? ''}`.trim();
  return reasonOf(error);
}

/**
 * The kind of error that such a sentence tells; null where it is none of the engine. What was given up for lack of
 * memory needs too much of it.
 */
export function warehouseReasonKind(reason: string): 'too_large' | 'warehouse' | null {
  const [, code] = /^(\d+)(?: \w+)?$/.exec(reason) ?? [];
  if (code === undefined) return null;
  return excesses.has(code) || memoryErrors.has(code) ? 'too_large' : 'warehouse';
}
