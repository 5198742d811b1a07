import type pg from 'pg';
import type { z } from 'zod';
import type { Adjustment, newAdjustmentSchema } from '#contract/conversions/decisions.ts';
import { dayAt, noonOf } from '#contract/period.ts';
import type { Access } from '../access/access.ts';
import { memberForInput, memberOf, requireCapability } from '../access/require-capability.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import type { Author } from '../audit/audit-log.ts';
import { type Connection, inTransaction } from '../database/orm.ts';
import { invalid, notFound } from '../platform/refusal.ts';
import type { KeepAnswer } from '../plugins/idempotency.ts';
import { addAdjustment, addReversal, findAdjustment, findReversal } from './adjustments.ts';
import { recordCorrection } from './audit-entries.ts';
import { readStates } from './current-state.ts';
import type { DecisionDependencies } from './decide.ts';
import { waitUntilApplied } from './decisions.ts';

type Caller = {
  access: Access;
  author: Author;
  analytics: AnalyticsReader;
  keep: KeepAnswer<Adjustment>;
};
type New = z.output<typeof newAdjustmentSchema>;

/** Adds a correction of money as a row of its own. */
export async function correct(
  { pool, now, onDecision }: DecisionDependencies,
  given: New,
  { access, author, analytics, keep }: Caller,
): Promise<Adjustment> {
  const membership = memberForInput(access, given.project_id);
  requireCapability(membership, 'conversion.decide');
  const { projectId: project, timezone, currency } = membership;
  const at = now();
  const date = given.effective_date;
  if (date > dayAt(at, timezone)) throw invalid('effective_date', 'Choose a day up to today.');
  const [conversion] = given.conversion_id
    ? await readStates([given.conversion_id], [project], analytics.select)
    : [];
  if (given.conversion_id && !conversion) {
    throw invalid('conversion_id', 'There is no such conversion here.');
  }
  const affid = given.affid ?? conversion?.affid;
  if (affid === undefined) throw invalid('affid', 'Choose an affiliate.');
  await requireKnown(pool, project, { affid: given.affid, offer_id: given.offer_id });
  const row = {
    project,
    affid,
    currency,
    date,
    at,
    by: access.userId,
    conversion: conversion?.conversion_id ?? null,
    uid: conversion?.event_uid ?? null,
    offer: given.offer_id ?? conversion?.offer_id ?? '',
    revenue: given.amount_revenue,
    payout: given.amount_payout,
    reason: given.reason_code,
    note: given.note,
    effectiveAt: noonOf(date, timezone),
  };
  const written = await inTransaction(pool, async (client) => {
    const id = await addAdjustment(client, row);
    const adjustment = await adjustmentIn(client, [project], id);
    await keep(client, adjustment);
    await recordCorrection(client, { author, at }, { ...row, id, reverses: null });
    return adjustment;
  });
  onDecision();
  await waitUntilApplied(pool, { adjustments: [written.id] });
  return written;
}

/** Reverses a correction once, by the opposite row. */
export async function reverse(
  { pool, now, onDecision }: DecisionDependencies,
  id: number,
  { access, author }: Pick<Caller, 'access' | 'author'>,
): Promise<Adjustment> {
  const projects = access.memberships.map(({ projectId }) => projectId);
  const { project_id, reversed_by } = await adjustmentIn(pool, projects, id);
  requireCapability(memberOf(access, project_id), 'conversion.decide');
  const at = now();
  const takenBack = () =>
    inTransaction(pool, async (client) => {
      const row = await addReversal(client, { id, by: access.userId, at });
      if (row) await recordCorrection(client, { author, at }, row);
      return row?.id ?? (await findReversal(client, id)) ?? id;
    });
  const back = reversed_by ?? (await takenBack());
  onDecision();
  await waitUntilApplied(pool, { adjustments: [back] });
  return adjustmentIn(pool, projects, back);
}

async function adjustmentIn(
  connection: Connection,
  projects: readonly number[],
  id: number,
): Promise<Adjustment> {
  const found = await findAdjustment(connection, projects, id);
  if (!found) throw notFound();
  return found;
}

async function requireKnown(
  pool: pg.Pool,
  project: number,
  { affid, offer_id }: Pick<New, 'affid' | 'offer_id'>,
): Promise<void> {
  const { rows } = await pool.query<{ affiliate: boolean; offer: boolean }>(
    `select exists(select from affiliates where project_id = $1 and aff_id = $2) as affiliate,
       exists(select from offers where project_id = $1 and offer_id = $3) as offer`,
    [project, affid, offer_id],
  );
  if (affid !== null && !rows[0]?.affiliate) {
    throw invalid('affid', 'There is no such affiliate here.');
  }
  if (offer_id !== null && !rows[0]?.offer) {
    throw invalid('offer_id', 'There is no such offer here.');
  }
}
