import type pg from 'pg';
import type { CapMetric } from '#contract/offers/caps.ts';
import type { OverCapPolicy } from '#contract/offers/fields.ts';
import { createOfferBook } from '#server/offer-clicks/offer-book.ts';
import { createOffer } from '#server/offers/repository.ts';
import { type Ingest, ingestInTurns, type Transport } from './ingest.ts';
import type { Place } from './prepare.ts';
import { percentile } from './statistics.ts';

type Wanted = {
  projectId: number;
  offerId: string;
  /** What a conversion pays. */
  pays: string;
  caps?: readonly { metric: CapMetric; most: number }[];
  timezone?: string;
  fallbackOfferId?: number;
  overCapPolicy?: OverCapPolicy;
};

/** Adds an active offer, and answers its row id. */
export function addOffer(pool: pg.Pool, wanted: Wanted): Promise<number> {
  const { offerId, pays, caps = [], ...columns } = wanted;
  const createdAt = new Date();
  return createOffer(pool, {
    ...columns,
    ...{ offerId, name: `Offer ${offerId}`, status: 'active' },
    url: `https://offer-${offerId}.test/?c={click_id}`,
    terms: [
      {
        ...{ goal: 'conversion', revenueType: 'none', payoutType: 'cpa', payoutAmount: pays },
        ...{ tiers: [], startsAt: new Date(0), reason: '', createdAt },
      },
    ],
    caps: caps.map(({ metric, most }) => ({
      ...{ metric, period: 'day', most: String(most), softPct: 90, createdAt },
      countsStatuses: ['pending', 'approved'],
    })),
  });
}

const large = 1_000_000_000;

/** The offers whose links are compared with one without an offer. */
export async function addCompared(pool: pg.Pool, { projectId }: Place): Promise<void> {
  const fallbackOfferId = await addOffer(pool, { projectId, offerId: '102', pays: '5' });
  const common = { projectId, fallbackOfferId, pays: '12' };
  await addOffer(pool, { ...common, offerId: '101' });
  const caps = [{ metric: 'conversions', most: large } as const];
  await addOffer(pool, { ...common, offerId: '103', caps });
}

export type Compared = { name: string; without: Ingest; own: Ingest; ratio: number };

/** Clicks of links with an offer, in turns with clicks of one without. */
export async function compareLinks(
  linkTo: (query: string, name: string) => Transport,
  options: { port: number; turns: number },
): Promise<Compared[]> {
  const found: Compared[] = [];
  for (const [name, query] of [
    ['offer with terms', '&offer=101'],
    ['offer with terms and a cap on conversions', '&offer=103'],
  ] as const) {
    const pair = [linkTo('', 'no offer'), linkTo(query, name)] as const;
    const [without, own] = await ingestInTurns(pair, options);
    const ratios = own.turns.map((rate, turn) => rate / (without.turns[turn] ?? Number.NaN));
    found.push({ name, without, own, ratio: percentile(ratios, 0.5) });
  }
  return found;
}

const decisions = 50_000;

/** The time of the decision about a click itself, in microseconds. */
export async function decisionTimes(pool: pg.Pool, { projectId }: Place): Promise<number[]> {
  const book = createOfferBook({ pool, now: () => new Date() });
  const times: number[] = [];
  for (let turn = 0; turn < decisions; turn += 1) {
    const click = {
      ...{ projectId, offerId: '103', affid: '1001', country: 'US', device: 'mobile', os: 'ios' },
      ...{ at: Date.now(), isTest: false, fills: true },
    };
    const began = performance.now();
    await book.decide(click, () => undefined);
    times.push((performance.now() - began) * 1_000);
    // Others have their turn, too, as in a server.
    if (turn % 100 === 99) await new Promise(setImmediate);
  }
  await book.flush();
  return times.slice(1_000);
}
