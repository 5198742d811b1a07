import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Cap } from '#contract/offers/caps.ts';
import { orm } from '../../database/orm.ts';
import { offerCaps } from '../../database/schema/offers.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import type { OpenedOffer } from '../changing.ts';
import { type EnteredCap, insertCap } from '../insert-cap.ts';
import { findCap, type StoredCap, shown } from './cap-answers.ts';

/** Adds a cap to an offer. */
export async function addCap(
  { client, row }: OpenedOffer,
  cap: EnteredCap,
  now: Date,
): Promise<Cap> {
  const offer = { id: row.id, project: row.projectId };
  return shown(await knownIn(client, row.id, await insertCap(client, offer, cap, { now })));
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
