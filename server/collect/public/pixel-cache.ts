import type pg from 'pg';
import { createDestinations, type DestinationOf } from './link-destinations.ts';
import { createPixelRing, type PixelOf } from './pixel-keys.ts';

/** What the collector remembers of pixels and links. */
export type KnownPixels = {
  pixelOf: PixelOf;
  destinationOf: DestinationOf;
  /** To be called after a change: from here on it is what counts. */
  forget(): void;
};

export function createKnownPixels(pool: pg.Pool): KnownPixels {
  const pixels = createPixelRing(pool);
  const destinations = createDestinations(pool);
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
