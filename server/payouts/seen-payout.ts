import type pg from 'pg';
import type { Access } from '../access/access.ts';
import { notFound } from '../platform/refusal.ts';
import { findPayout, type PayoutRow } from './payout-rows.ts';

/** A payout to an affiliate that the caller may see; another one answers as a missing one does. */
export async function seenPayout(
  pool: pg.Pool,
  { memberships }: Access,
  id: number,
): Promise<PayoutRow> {
  const projects = memberships.map(({ projectId }) => projectId);
  const payout = await findPayout(pool, projects, id);
  const membership = memberships.find(({ projectId }) => projectId === payout?.project);
  const isSeen = membership?.affiliates?.some((own) => own.id === payout?.affiliate) ?? true;
  if (!payout || !isSeen) throw notFound();
  return payout;
}
