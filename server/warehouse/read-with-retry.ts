import { setTimeout as delay } from 'node:timers/promises';
import { ClickHouseError } from '@clickhouse/client';
import { Refusal, unavailable } from '../platform/refusal.ts';

/** The time in which the death of an engine may go unnoticed; afterwards connections wait for the next one. */
const notice = 200;

/**
 * Runs a read, or throws a refusal that tells the user why it cannot be answered. A read whose connection broke, as at
 * a restart of the engine, is repeated once unless it was abandoned.
 */
export async function readWithRetry<Result>(
  read: () => Promise<Result>,
  abandoned?: AbortSignal,
): Promise<Result> {
  try {
    return await read().catch(async (error: unknown) => {
      if (!isCut(error) || abandoned?.aborted) throw error;
      await delay(notice);
      return read();
    });
  } catch (error) {
    throw refusalFor(error);
  }
}

/** Whether the warehouse refused a setting or a table to its reading user. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ClickHouseError && error.code === '164';

const cuts = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
const aborted = '236';

function isCut(error: unknown): boolean {
  if (error instanceof ClickHouseError) return error.code === aborted;
  return error instanceof Error && 'code' in error && cuts.has(String(error.code));
}

const busy = 'The figures are being asked for too often at this moment. Try again in a moment.';
/** What is told of a read that the engine gave up, for its time or its memory. */
export const heavy = 'This takes too long to compute. Choose a shorter period or fewer groups.';
const unreadable = 'The figures cannot be read at this moment. Try again in a moment.';
const tooLong = () =>
  new Refusal(400, {
    query: [
      'This query is too long to be computed. Use fewer filter values, dimensions or measures.',
    ],
  });
const byCode = new Map<string, () => Refusal>([
  ['158', () => unavailable(heavy)],
  ['159', () => unavailable(heavy)],
  ['160', () => unavailable(heavy)],
  ['173', () => unavailable(heavy)],
  ['241', () => unavailable(heavy)],
  ['307', () => unavailable(heavy)],
  ['202', () => unavailable(busy)],
  ['167', tooLong],
  ['168', tooLong],
  [aborted, () => unavailable(unreadable)],
  ['394', () => unavailable(unreadable)],
  [
    '396',
    () => new Refusal(400, { limit: ['The answer has too many rows. Choose fewer groups.'] }),
  ],
]);

/** The engine's message never leaves the server, because it contains the statement. */
function refusalFor(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) {
    const isLate = error instanceof Error && error.message.startsWith('Timeout error');
    return unavailable(isLate ? heavy : unreadable);
  }
  if (error.code === '36' && /time ?zone/i.test(error.message)) {
    return new Refusal(400, { timezone: ['This time zone is not known here.'] });
  }
  if (error.code === '62' && /query size/i.test(error.message)) return tooLong();
  return byCode.get(error.code)?.() ?? error;
}
