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
import { addAdjustment, addReversal, findAdjustment, findReversal } from './adjustment-rows.ts';
import { recordCorrection } from './audit-entries.ts';
import { readStates } from './current-state.ts';
import type { DecisionDependencies } from './decide.ts';
import { waitUntilApplied } from './decision-batches.ts';

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
  correction: New,
  { access, author, analytics, keep }: Caller,
): Promise<Adjustment> {
  const membership = memberForInput(access, correction.project_id);
  requireCapability(membership, 'conversion.decide');
  const { projectId: project, timezone, currency } = membership;
  const at = now();
  const date = correction.effective_date;
  if (date > dayAt(at, timezone)) throw invalid('effective_date', 'Choose a day up to today.');
  const [conversion] = correction.conversion_id
    ? await readStates([correction.conversion_id], [project], analytics.select)
    : [];
  if (correction.conversion_id && !conversion) {
    throw invalid('conversion_id', 'There is no such conversion here.');
  }
  const affid = correction.affid ?? conversion?.affid;
  if (affid === undefined) throw invalid('affid', 'Choose an affiliate.');
  await requireKnown(pool, project, { affid: correction.affid, offer_id: correction.offer_id });
  const row = {
    project,
    affid,
    currency,
    date,
    at,
    by: access.userId,
    conversion: conversion?.conversion_id ?? null,
    uid: conversion?.event_uid ?? null,
    offer: correction.offer_id ?? conversion?.offer_id ?? '',
    revenue: correction.amount_revenue,
    payout: correction.amount_payout,
    stated: null,
    reason: correction.reason_code,
    note: correction.note,
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
