import { createHash, randomBytes } from 'node:crypto';

/** A part of an entry that can be erased, with what the hash covers in its place. */
export type Sealed = { salt: Buffer; digest: Buffer };

/** The digest of a part. Without its salt the part cannot be found by trying. */
export const digestWith = (salt: Buffer, part: unknown): Buffer =>
  createHash('sha256')
    .update(salt)
    .update(JSON.stringify(sorted(part)))
    .digest();

export function sealOf(part: unknown): Sealed {
  const salt = randomBytes(16);
  return { salt, digest: digestWith(salt, part) };
}

/** The database stores an object's keys in its own order, so they are sorted. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
