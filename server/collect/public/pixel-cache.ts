import type pg from 'pg';
import { createDestinations, type DestinationOf } from './link-destinations.ts';
import { createPixelKeys, type PixelOf } from './pixel-keys.ts';

/** The collector's cache of pixels and links. */
export type PixelCache = {
  pixelOf: PixelOf;
  destinationOf: DestinationOf;
  /** Invalidates the cache after a change. */
  forget(): void;
};

export function createPixelCache(pool: pg.Pool, isSilent?: () => boolean): PixelCache {
  const pixels = createPixelKeys(pool);
  const destinations = createDestinations(pool, isSilent);
  return {
    pixelOf: pixels.of,
    destinationOf: ({ affid, offer, key }) =>
      destinations.of(JSON.stringify([affid, offer ?? null, key ?? null])),
    forget() {
      pixels.forget();
      destinations.forget();
    },
  };
}
