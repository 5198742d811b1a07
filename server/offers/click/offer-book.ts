import type pg from 'pg';
import { createLastingCache } from '../../collect/ttl-cache.ts';
import { type OfferChain, readChain } from './offer-chain.ts';

/** The offers of links, in memory. */
export type OfferBook = {
  /** Null where the project has no such offer. */
  chainOf(projectId: number, offerId: string): Promise<OfferChain | null>;
  /** Reads everything again after a change. */
  forget(): void;
};

export function createOfferBook({ pool, now }: { pool: pg.Pool; now: () => Date }): OfferBook {
  const chains = createLastingCache((key: string) => {
    const [projectId, offerId]: [number, string] = JSON.parse(key);
    return readChain(pool, { projectId, offerId, at: now() });
  });
  return {
    chainOf: (projectId, offerId) => chains.of(JSON.stringify([projectId, offerId])),
    forget: chains.forget,
  };
}
