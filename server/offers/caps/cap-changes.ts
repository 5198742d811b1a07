import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Cap } from '#contract/offers/caps.ts';
import { orm } from '../../database/orm.ts';
import { offerCaps } from '../../database/schema/offers.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import type { OpenedOffer } from '../changing.ts';
import { codeOf } from '../terms-checks.ts';
import { findCap, readCaps, type StoredCap, shown } from './cap-answers.ts';

/** The most caps of an offer. */
const most = 100;

type NewColumns = {
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

/** Adds a cap to an offer. The caller holds the lock of the project. */
export async function addCap(
  { client, row }: Pick<OpenedOffer, 'client' | 'row'>,
  cap: NewColumns,
  { now, prefix = '' }: Adding,
): Promise<Cap> {
  const { affiliate } = cap;
  if (affiliate !== null && (await codeOf(client, row.projectId, affiliate)) === null) {
    throw invalid(`${prefix}affiliate`, 'This project has no such affiliate.');
  }
  const present = await readCaps(client, row.id, null);
  if (present.length >= most) throw invalid(`${prefix}limit`, `An offer has at most ${most} caps.`);
  const same = ({ metric, interval, affiliate: of }: Cap) =>
    metric === cap.metric && interval === cap.interval && of === affiliate;
  if (present.some(same)) {
    throw invalid(`${prefix}interval`, 'There is already such a cap: change its limit.');
  }
  const [added] = await orm(client)
    .insert(offerCaps)
    .values({
      offerId: row.id,
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
  return shown(await knownIn(client, row.id, added?.id ?? 0));
}

export async function storeCap(
  { client, row }: OpenedOffer,
  { id }: StoredCap,
  columns: PgUpdateSetSource<typeof offerCaps>,
): Promise<Cap> {
  await orm(client)
    .update(offerCaps)
    .set({ ...columns, version: sql`${offerCaps.version} + 1` })
    .where(eq(offerCaps.id, id));
  return shown(await knownIn(client, row.id, id));
}

async function knownIn(client: pg.PoolClient, offer: number, id: number): Promise<StoredCap> {
  const cap = await findCap(client, offer, id);
  if (!cap) throw notFound();
  return cap;
}

export const knownCap = ({ client, row }: OpenedOffer, id: number) => knownIn(client, row.id, id);

export async function presentCap(opened: OpenedOffer, id: number): Promise<StoredCap> {
  const cap = await knownCap(opened, id);
  if (cap.removed_at !== null) throw notFound();
  return cap;
}

export function requireWhole({ metric }: Cap, limit: string): void {
  const isMoney = metric === 'revenue' || metric === 'payout';
  if (!isMoney && !/^\d+(\.0+)?$/.test(limit)) throw invalid('limit', 'Enter a whole number.');
}

/** What an entry of the audit log tells of a cap. */
export const detailsOf = ({
  id,
  metric,
  interval,
  limit,
  affid,
  policy,
  soft_pct,
  counts_statuses,
}: Cap) => ({ cap: id, metric, interval, limit, affid, policy, soft_pct, counts_statuses });
