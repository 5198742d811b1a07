import type { FastifyRequest } from 'fastify';
import { invalid, Refusal } from '../platform/refusal.ts';

/** What a change with `If-Match` found instead of the version on which it is based. */
export const conflict = (detail: string, current: object | null) =>
  new Refusal(409, { detail, current });

/** The version that `If-Match` names; null where a change may be based on any. */
export function expectedVersion({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
  const header = headers['if-match'];
  if (header === undefined || header === '*') return null;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined) throw invalid('If-Match', 'Send the version that you read, as "3".');
  return Number(version);
}

/** Refuses a change that is based on another version than the current one, and answers with that. */
export function requireVersion(
  request: Pick<FastifyRequest, 'headers'>,
  current: { version: number },
): void {
  const expected = expectedVersion(request);
  if (expected === null || expected === current.version) return;
  throw conflict('Someone else changed this meanwhile. Compare both and save again.', current);
}
