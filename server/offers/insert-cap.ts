import { and, eq, isNull } from 'drizzle-orm';
import type pg from 'pg';
import type { Cap } from '#contract/offers/caps.ts';
import { orm } from '../database/orm.ts';
import { offerCaps } from '../database/schema/offers.ts';
import { invalid } from '../platform/refusal.ts';
import { codeOf } from './terms-checks.ts';

/** The most caps of an offer. */
const most = 100;

export type EnteredCap = {
  metric: Cap['metric'];
  interval: Cap['interval'];
  limit: string;
  affiliate: number | null;
  counts_statuses: string[];
  soft_pct: number;
  policy: Cap['policy'];
};

type Adding = {
  now: Date;
  /** What stands before the names of refused fields. */
  prefix?: string;
};

/** Adds a cap to an offer and answers its id. The caller holds the lock of the project. */
export async function insertCap(
  client: pg.PoolClient,
  offer: { id: number; project: number },
  cap: EnteredCap,
  { now, prefix = '' }: Adding,
): Promise<number> {
  const { affiliate } = cap;
  if (affiliate !== null && (await codeOf(client, offer.project, affiliate)) === null) {
    throw invalid(`${prefix}affiliate`, 'This project has no such affiliate.');
  }
  const present = await orm(client)
    .select({
      metric: offerCaps.metric,
      interval: offerCaps.period,
      affiliate: offerCaps.affiliateId,
    })
    .from(offerCaps)
    .where(and(eq(offerCaps.offerId, offer.id), isNull(offerCaps.removedAt)));
  if (present.length >= most) throw invalid(`${prefix}limit`, `An offer has at most ${most} caps.`);
  const isSame = (one: (typeof present)[number]) =>
    one.metric === cap.metric && one.interval === cap.interval && one.affiliate === affiliate;
  if (present.some(isSame)) {
    throw invalid(`${prefix}interval`, 'There is already such a cap: change its limit.');
  }
  const [added] = await orm(client)
    .insert(offerCaps)
    .values({
      offerId: offer.id,
      metric: cap.metric,
      period: cap.interval,
      most: cap.limit,
      affiliateId: affiliate,
      countsStatuses: cap.counts_statuses,
      softPct: cap.soft_pct,
      policy: cap.policy,
      createdAt: now,
    })
    .returning({ id: offerCaps.id });
  if (!added) throw new Error('The cap was not added.');
  return added.id;
}
