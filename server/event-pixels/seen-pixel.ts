import type pg from 'pg';
import type { PixelType } from '#contract/event-pixels/schemas.ts';
import type { Access, Membership } from '../access/access.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { findAffiliate, readAffiliatesOf } from '../affiliates/repository.ts';
import { forbidden, notFound } from '../platform/refusal.ts';
import { findPixel, type PixelRow } from './repository.ts';

type SeenPixel = { pixel: PixelRow; membership: Membership };

/** Finds pixels for callers: one that the caller may not see answers as a missing one does. */
export function seenPixels(pool: pg.Pool, now: () => Date) {
  /** Including a removed one that can still be restored. */
  async function find({ memberships }: Access, id: number): Promise<SeenPixel> {
    const pixel = await findPixel(pool, id, now());
    const owner = pixel && (await findAffiliate(pool, memberships, pixel.affiliate));
    if (!pixel || !owner) throw notFound();
    return { pixel, membership: owner.membership };
  }

  async function findPresent(access: Access, id: number): Promise<SeenPixel> {
    const found = await find(access, id);
    if (found.pixel.removed_at) throw notFound();
    return found;
  }

  /** The affiliates whose pixels a call asks for. */
  async function affiliatesIn(
    access: Access,
    { affiliate, project }: { affiliate?: number | undefined; project?: number | undefined },
  ): Promise<number[]> {
    if (affiliate === undefined) {
      const membership = memberForInput(access, project ?? 0);
      return (await readAffiliatesOf(pool, [membership])).map(({ id }) => id);
    }
    if (!(await findAffiliate(pool, access.memberships, affiliate))) throw forbidden();
    return [affiliate];
  }

  return { affiliatesIn, find, findPresent };
}

/** Code runs in a shop's pages, so affiliates may not write it. */
export function requireWriter(membership: Membership, type: PixelType): void {
  requireCapability(membership, type === 'html' ? 'pixel.write-code' : 'pixel.write');
}
