import type pg from 'pg';
import type { Capability } from '#contract/accounts/roles.ts';
import type { Access } from '../access/access.ts';
import { memberOf, requireCapability } from '../access/require-capability.ts';
import { notFound } from '../platform/refusal.ts';
import { findMasterPixel } from './repository.ts';

/** Finds pixels for callers: one that the caller may not see answers as a missing one does. */
export function seenPixels(pool: pg.Pool, now: () => Date) {
  /** A pixel of the caller's projects, including a removed one that can still be restored. */
  async function findAny(access: Access, id: number, capability: Capability) {
    const pixel = await findMasterPixel(pool, id, now());
    if (!pixel) throw notFound();
    const membership = memberOf(access, pixel.projectId);
    requireCapability(membership, capability);
    return { pixel, membership };
  }

  async function find(access: Access, id: number, capability: Capability) {
    const found = await findAny(access, id, capability);
    if (found.pixel.removedAt) throw notFound();
    return found;
  }

  return { find, findAny };
}
