import { createHash } from 'node:crypto';
import { type RawEvent, REFUND } from './raw-events.ts';

/** The id of the conversion that the event `head` leads, the same from both sides. */
export function conversionId(
  project: number,
  head: Pick<RawEvent, 'name' | 'key' | 'uid'>,
): string {
  const start = head.name === REFUND ? 'r_' : 'c_';
  return (
    start + digest([project, head.name, head.key, head.uid]).toString('base64url').slice(0, 22)
  );
}

/** The buyer as a number for distinct counts: the user id, else the visitor, else the conversion. */
export function userKey(
  project: number,
  { user_id, visitor_id }: Pick<RawEvent, 'user_id' | 'visitor_id'>,
  conversion: string,
): string {
  const person = user_id ? ['u', user_id] : visitor_id ? ['v', visitor_id] : ['c', conversion];
  return digest([project, ...person])
    .readBigUInt64BE()
    .toString();
}

function digest(parts: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
