import type pg from 'pg';
import { type Correction, correctionRow } from '../attribution/correction-row.ts';
import { recomputePossible } from '../attribution/recompute.ts';
import type { Change } from '../attribution/row-changes.ts';
import { sourcesOf } from '../attribution/warehouse-sources.ts';
import { tryEach } from '../failed-items/on-failed.ts';
import { isNotAside } from '../failed-items/repository.ts';
import { nextVersion } from './batches.ts';
import { applyVersion, isRecorded, recordVersion } from './conversion-versions.ts';
import { betweenBatches, type RecomputeStores, type Turn } from './recompute-project.ts';

type Pending = { version: string | null; batch: string | null; adjustment: number | null };

/** Adds decisions and corrections to the figures, one after the other; one that fails does not stop the others. */
export async function applyDecisions(stores: RecomputeStores): Promise<void> {
  const { rows } = await stores.pool.query<{ id: string; project: number }>(
    `select id, project_id as project from pending_decisions p
     where ${isNotAside('decisions', 'p.project_id', 'p.id::text')} order by id`,
  );
  await tryEach(
    stores,
    rows,
    ({ id: item, project }) => ({ queue: 'decisions', project, item }),
    ({ id, project }) => betweenBatches(stores, project, (turn) => show(stores, turn, id)),
  );
}

async function show(stores: RecomputeStores, turn: Turn, id: string): Promise<void> {
  const { warehouse, onResolved } = stores;
  const { client, facts } = turn;
  const { rows } = await client.query<Pending>(
    'select version, batch_id as batch, adjustment_id as adjustment from pending_decisions where id = $1',
    [id],
  );
  const pending = rows[0];
  if (!pending) return;
  const version = await versionOf(stores, turn, id, pending);
  if (version !== null) {
    await applyVersion(warehouse, version);
    await onResolved?.(version, [facts.id]);
  }
  await client.query('delete from pending_decisions where id = $1', [id]);
}

/** The recorded version of a request; null where it changes nothing. */
async function versionOf(
  stores: RecomputeStores,
  turn: Turn,
  id: string,
  pending: Pending,
): Promise<string | null> {
  const { warehouse, onSkipped } = stores;
  if (pending.version !== null && (await isRecorded(warehouse, pending.version))) {
    return pending.version;
  }
  const changes = await changesOf(stores, turn, pending);
  if (changes.length === 0) return null;
  const version = await nextVersion(turn.client);
  await turn.client.query('update pending_decisions set version = $2 where id = $1', [id, version]);
  await recordVersion(warehouse, version, changes, { onSkipped });
  return version;
}

async function changesOf(
  stores: RecomputeStores,
  { client, facts, since }: Turn,
  { batch, adjustment }: Pending,
): Promise<Change[]> {
  if (batch === null) {
    const correction = adjustment === null ? null : await readCorrection(client, adjustment);
    return correction ? [correctionRow(facts, correction, since)] : [];
  }
  const { rows } = await client.query<{ key: string }>(
    'select distinct dedup_key as key from conversion_status where batch_id = $1 and project_id = $2',
    [batch, facts.id],
  );
  const sources = sourcesOf(stores, facts);
  const people = { clicks: [], users: [], from: 0, to: 0 };
  const keys = rows.map(({ key }) => key);
  const conversions = await sources.find({ keys, orders: [], people });
  const { onSkipped } = stores;
  return recomputePossible(sources, facts, { conversions, clicks: [] }, { since, onSkipped });
}

async function readCorrection(client: pg.PoolClient, id: number): Promise<Correction | null> {
  const { rows } = await client.query<Correction>(
    `select id, aff_id as affid, offer_id, revenue::text, payout::text, currency, reason_code, note, effective_at
     from conversion_adjustments where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
