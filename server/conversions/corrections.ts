import type pg from 'pg';
import type { z } from 'zod';
import type { Adjustment, newAdjustmentSchema } from '#contract/conversions/decisions.ts';
import { dayAt, noonOf } from '#contract/period.ts';
import type { Access } from '../access/access.ts';
import { memberForInput, memberOf, requireCapability } from '../access/capabilities.ts';
import type { Reading } from '../analytics/runner/readings.ts';
import type { Author } from '../audit/audit-log.ts';
import { type Connection, inTransaction } from '../database/orm.ts';
import { invalid, notFound } from '../platform/refusal.ts';
import type { KeepAnswer } from '../plugins/idempotency.ts';
import { addAdjustment, findAdjustment, readBack, takeBack } from './adjustments.ts';
import { recordCorrection } from './audit-entries.ts';
import { standingWith } from './current-state.ts';
import type { DecidingDependencies } from './decide.ts';
import { untilShown } from './decisions.ts';

type Asked = { access: Access; author: Author; reading: Reading; keep: KeepAnswer<Adjustment> };
type New = z.output<typeof newAdjustmentSchema>;

/** Corrects money by a row of its own. */
export async function correct(
  { pool, now, heard }: DecidingDependencies,
  given: New,
  { access, author, reading, keep }: Asked,
): Promise<Adjustment> {
  const membership = memberForInput(access, given.project_id);
  requireCapability(membership, 'conversion.decide');
  const { projectId: project, timezone, currency } = membership;
  const at = now();
  const date = given.effective_date;
  if (date > dayAt(at, timezone)) throw invalid('effective_date', 'Choose a day up to today.');
  const [conversion] = given.conversion_id
    ? await standingWith([given.conversion_id], [project], reading.select)
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
  heard();
  await untilShown(pool, { adjustments: [written.id] });
  return written;
}

/** Takes a correction back by the opposite row, once. */
export async function reverse(
  { pool, now, heard }: DecidingDependencies,
  id: number,
  { access, author }: Pick<Asked, 'access' | 'author'>,
): Promise<Adjustment> {
  const projects = access.memberships.map(({ projectId }) => projectId);
  const { project_id, reversed_by } = await adjustmentIn(pool, projects, id);
  requireCapability(memberOf(access, project_id), 'conversion.decide');
  const at = now();
  const takenBack = () =>
    inTransaction(pool, async (client) => {
      const row = await takeBack(client, { id, by: access.userId, at });
      if (row) await recordCorrection(client, { author, at }, row);
      return row?.id ?? (await readBack(client, id)) ?? id;
    });
  const back = reversed_by ?? (await takenBack());
  heard();
  await untilShown(pool, { adjustments: [back] });
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
