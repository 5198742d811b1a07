import { conversionId } from '../attribution/conversion-id.ts';
import { correctionId, correctionRow } from '../attribution/correction-row.ts';
import { recomputePossible } from '../attribution/recompute.ts';
import { type Change, changesOf as changesTo } from '../attribution/row-changes.ts';
import { readStoredCorrection } from '../attribution/stored-corrections.ts';
import { takenValueChanges } from '../attribution/taken-value-changes.ts';
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
    await applyVersion(warehouse, version, null);
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
  turn: Turn,
  { batch, adjustment }: Pending,
): Promise<Change[]> {
  if (batch === null)
    return adjustment === null ? [] : changesByCorrection(stores, turn, adjustment);
  const { rows } = await turn.client.query<{ key: string }>(
    'select distinct dedup_key as key from conversion_status where batch_id = $1 and project_id = $2',
    [batch, turn.facts.id],
  );
  const keys = rows.map(({ key }) => key);
  const changes = await recomputed(stores, turn, keys);
  return changes.length > 0 ? changes : presentRows(stores, turn, keys);
}

/**
 * The rows of these keys as they are. A recomputation of the project may include a decision before its turn, and it
 * tells partners nothing: a version with the same rows does.
 */
async function presentRows(
  stores: RecomputeStores,
  { facts }: Turn,
  keys: readonly string[],
): Promise<Change[]> {
  const { find, rows } = sourcesOf(stores, facts);
  const events = await find({ keys: [...keys], orders: [], people: noPeople });
  const stored = await rows(events.map((event) => conversionId(facts.id, event)));
  return stored.filter(({ deleted }) => deleted === 0).map((row) => ({ ...row, moved_from: null }));
}

const noPeople = { clicks: [], users: [], from: 0, to: 0 };

/**
 * The row of a correction, and the rows of values taken over that change with it. The id of its conversion only names
 * where to begin: all that is connected with it is computed again, also where the conversion has another id now.
 */
async function changesByCorrection(
  stores: RecomputeStores,
  turn: Turn,
  id: number,
): Promise<Change[]> {
  const { client, facts, since } = turn;
  const correction = await readStoredCorrection(client, id);
  if (!correction) return [];
  const added = () => changesTo([], [{ ...correctionRow(facts, correction), known: since }]);
  const { conversion, stated } = correction;
  if (conversion === null) return added();
  const { rows } = sourcesOf(stores, facts);
  const stored = await rows([conversion]);
  const keys = stored.map(({ dedup_key }) => dedup_key);
  const changes = await recomputed(stores, turn, keys);
  if (stated === null) return [...changes, ...added()];
  const row = correctionId(id);
  const isIn = (some: readonly Change[]) => some.some((one) => one.conversion_id === row);
  if (isIn(changes) || (await rows([row])).length > 0) return changes;
  const taken = await takenValueChanges({ pool: stores.pool, rows }, facts, stored, since);
  return [...changes, ...(isIn(taken) ? taken : added())];
}

/** Resolves the conversions of these keys again. */
async function recomputed(
  stores: RecomputeStores,
  { facts, since }: Turn,
  keys: readonly string[],
): Promise<Change[]> {
  const { onSkipped } = stores;
  const sources = sourcesOf(stores, facts);
  const conversions = await sources.find({ keys: [...keys], orders: [], people: noPeople });
  return recomputePossible(sources, facts, { conversions, clicks: [] }, { since, onSkipped });
}
