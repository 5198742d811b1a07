import type pg from 'pg';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { systemAuthor } from '../audit/audit-log.ts';
import type { Connection } from '../database/orm.ts';
import { defineJob, type Job, type Turn } from '../jobs/define-job.ts';
import { groupByKeys } from '../platform/group-by.ts';
import { Parameters } from '../warehouse/parameters.ts';
import { recordDecision } from './audit-entries.ts';
import { readBasis, storeDecision } from './decision-batches.ts';

export type HoldDependencies = {
  pool: pg.Pool;
  select: AnalyticsReader['select'];
  now: () => Date;
  /** Called after decisions. */
  onDecision: () => void;
};

/** Approves the conversions of offers that approve by themselves, once their hold has ended. */
export const approveHeldJob = (dependencies: HoldDependencies): Job =>
  defineJob({
    name: 'approve-held',
    title: 'Approval after the hold',
    cron: '7,22,37,52 * * * *',
    projects: readApprovingProjects,
    work: (turn) => approveHeld(dependencies, turn),
  });

async function readApprovingProjects(connection: Connection): Promise<readonly number[]> {
  const { rows } = await connection.query<{ project: number }>(
    `select distinct project_id as project from offers
     where auto_approve and (hold_days > 0 or holds != '[]') order by project`,
  );
  return rows.map(({ project }) => project);
}

/** At most so many conversions in one turn; the others come with the next. */
const MOST = 5_000;

type Held = { conversion: string; uid: string; key: string; days: number; uids: string[] };

/** Decides as a person would, so that it can be seen and undone. What a decision was made about is left alone. */
export async function approveHeld(
  { pool, select, now, onDecision }: HoldDependencies,
  { project, signal }: Turn,
): Promise<void> {
  const at = now();
  const offers = await readApprovingOffers(pool, project);
  if (offers.length === 0) return;
  const held = await readEnded(select, { project, offers, at });
  const decided = await readDecided(pool, project, held);
  const waiting = held.filter(({ uids }) => !uids.some((uid) => decided.has(uid)));
  for (const [days, some] of groupByKeys(waiting, (one) => [String(one.days)])) {
    signal.throwIfAborted();
    const found = some.map(({ conversion, uid, key }) => ({
      ...{ project, conversion, uid, key },
      from: 'pending',
    }));
    const batch = await storeDecision(pool, {
      ...{ to: 'approved', reason: null, note: holdNote(Number(days)), by: null, at, found },
      basis: await readBasis(pool),
      onKept: (client, id) =>
        recordDecision(
          client,
          { author: systemAuthor, at },
          { batch: id, to: 'approved', reason: null, found },
        ),
    });
    if (batch !== null) onDecision();
  }
}

const holdNote = (days: number): string =>
  `The hold of ${days} ${days === 1 ? 'day' : 'days'} ended.`;

async function readApprovingOffers(pool: pg.Pool, project: number): Promise<string[]> {
  const { rows } = await pool.query<{ offer: string }>(
    'select offer_id as offer from offers where project_id = $1 and auto_approve',
    [project],
  );
  return rows.map(({ offer }) => offer);
}

type Ended = { project: number; offers: readonly string[]; at: Date };

/** Conversions that wait although their hold has ended, the oldest first. */
async function readEnded(
  select: HoldDependencies['select'],
  { project, offers, at }: Ended,
): Promise<Held[]> {
  const parameters = new Parameters();
  const rows = await select({
    sql: `SELECT conversion_id, event_uid, dedup_key, toString(hold_days), toJSONString(event_uids)
FROM conversions FINAL
WHERE project_id = ${parameters.add('Int64', project)} AND record = 'conversion' AND status = 'pending'
  AND hold_days > 0 AND excluded_reason = '' AND (side = 'server' OR paired = 0)
  AND offer_id IN ${parameters.add('Array(String)', offers)}
  AND event_time + toIntervalDay(hold_days) <= ${parameters.millisecond(at)}
ORDER BY event_time LIMIT ${MOST}`,
    parameters: parameters.values,
  });
  return rows.map(([conversion, uid, key, days, uids]) => ({
    conversion: conversion ?? '',
    uid: uid ?? '',
    key: key ?? '',
    days: Number(days),
    uids: JSON.parse(uids ?? '[]') as string[],
  }));
}

/** The events that a decision was made about, whether it is in force or undone. */
async function readDecided(
  pool: pg.Pool,
  project: number,
  held: readonly Held[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ uid: string }>(
    'select distinct event_uid as uid from conversion_status where project_id = $1 and event_uid = any($2)',
    [project, held.flatMap(({ uids }) => uids)],
  );
  return new Set(rows.map(({ uid }) => uid));
}
