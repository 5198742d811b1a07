import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { rateOn } from '../attribution/money.ts';
import { readFacts } from '../attribution/project-facts.ts';
import type { ProjectFacts } from '../attribution/raw-events.ts';
import { recomputePossible } from '../attribution/recompute.ts';
import { type Change, changesOf } from '../attribution/row-changes.ts';
import type { OnSkipped } from '../attribution/skip-failing.ts';
import { takenValueChanges } from '../attribution/taken-value-changes.ts';
import { sourcesOf } from '../attribution/warehouse-sources.ts';
import type { OnFailed } from '../failed-items/on-failed.ts';
import { StoreAway } from '../platform/store-away.ts';
import type { CostRow } from '../warehouse/rows.ts';
import { hasPartialBatch, nextVersion } from './batches.ts';
import { applyVersion, recordVersion } from './conversion-versions.ts';
import { insertCosts } from './insert-rows.ts';
import { placedCost, revalued } from './revalue-costs.ts';
import * as stock from './stored-keys.ts';
import { withVersionLock } from './version-lock.ts';

export type RecomputeStores = {
  pool: pg.Pool;
  warehouse: ClickHouseClient;
  now: () => Date;
  /** Ends the work between two turns. */
  signal?: AbortSignal;
  onSkipped?: OnSkipped;
  /** Called after each turn, which may have changed figures of this project. */
  onTurn?: (project: number) => void;
  /** Called with each version before its request is deleted: at least once, also after a crash. */
  onResolved?: (version: string, projects: readonly number[]) => Promise<void>;
  /** Called with a request that failed; without it the error is thrown. */
  onFailed?: OnFailed;
};
export type Turn = { client: pg.PoolClient; facts: ProjectFacts; since: number };

const PATIENCE = 60_000;

/** Revalues everything in a foreign currency by present rates; amounts that had no rate count from now on. */
export async function resolveMissingRates(stores: RecomputeStores, project: number): Promise<void> {
  await inPages(stores, project, stock.foreignKeys);
  await costsInPages(stores, project, stock.foreignCosts, (cost, facts) =>
    revalued(cost, rateOn(facts)),
  );
}

/** Recomputes the conversions of affiliates after they got their first terms. */
export function resolveAffiliates(
  stores: RecomputeStores,
  project: number,
  affids: readonly string[],
): Promise<void> {
  return inPages(stores, project, stock.affiliateKeys(affids));
}

/** Recomputes a project's conversions and moves its costs, after a change of its primary event or zone. */
export async function resolveProject(stores: RecomputeStores, project: number): Promise<void> {
  await costsInPages(stores, project, stock.allCosts, (cost, { timezone }) =>
    placedCost(cost, timezone),
  );
  await inPages(stores, project, stock.allKeys);
  let left = true;
  while (left) {
    left = await betweenBatches(stores, project, async ({ client, facts, since }) => {
      const rows = await stock.foreignRows(stores.warehouse, facts);
      const gone = rows.map((row) => ({ ...row, deleted: 1 as const }));
      const sources = { ...sourcesOf(stores, facts), pool: stores.pool };
      const taken = await takenValueChanges(sources, facts, gone, since);
      await write(stores, { client, facts }, [...changesOf(rows, [], since), ...taken]);
      return rows.length > 0;
    });
  }
}

type KeysAfter = (
  warehouse: ClickHouseClient,
  facts: ProjectFacts,
  after: string,
) => Promise<string[]>;

/** Processes conversions by key, one page per turn, so that the mover can work in between. */
async function inPages(
  stores: RecomputeStores,
  project: number,
  keysAfter: KeysAfter,
): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: string = after;
    after = await betweenBatches(stores, project, async ({ client, facts, since }) => {
      const keys = await keysAfter(stores.warehouse, facts, page);
      if (keys.length === 0) return undefined;
      const sources = sourcesOf(stores, facts);
      const people = { clicks: [], users: [], from: 0, to: 0 };
      const conversions = await sources.find({ keys, orders: [], people });
      const { onSkipped } = stores;
      const moved = { conversions, clicks: [] };
      const changes = await recomputePossible(sources, facts, moved, { since, onSkipped });
      await write(stores, { client, facts }, changes);
      return keys.at(-1);
    });
  }
}

type CostsAfter = (
  warehouse: ClickHouseClient,
  facts: ProjectFacts,
  after: stock.CostKey | null,
) => Promise<CostRow[]>;

/** Processes costs in the same way; unchanged ones keep their version. */
async function costsInPages(
  stores: RecomputeStores,
  project: number,
  costsAfter: CostsAfter,
  changed: (cost: CostRow, facts: ProjectFacts) => CostRow | null,
): Promise<void> {
  let after: stock.CostKey | null | undefined = null;
  while (after !== undefined) {
    const page: stock.CostKey | null = after;
    after = await betweenBatches(stores, project, async ({ client, facts, since }) => {
      const costs = await costsAfter(stores.warehouse, facts, page);
      const others = costs.flatMap((cost) => changed(cost, facts) ?? []);
      if (others.length > 0) {
        const version = await nextVersion(client);
        const counted = others.map((cost) => ({ ...cost, version }));
        await insertCosts(stores.warehouse, counted, new Date(since));
      }
      return costs.at(-1);
    });
  }
}

/** Applies a version that an earlier refresh recorded without applying it; nothing where it was applied. */
export function finishVersion(
  stores: RecomputeStores,
  project: number,
  version: string,
): Promise<void> {
  return betweenBatches(stores, project, async () => {
    await applyVersion(stores.warehouse, version, null);
    await stores.onResolved?.(version, [project]);
  });
}

async function write(
  { warehouse, onSkipped, onResolved }: RecomputeStores,
  { client, facts }: Pick<Turn, 'client' | 'facts'>,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const version = await nextVersion(client);
  await client.query('update pending_refresh set version = $2 where project_id = $1', [
    facts.id,
    version,
  ]);
  const recorded = await recordVersion(warehouse, version, changes, { onSkipped });
  await applyVersion(warehouse, version, recorded);
  await onResolved?.(version, [facts.id]);
}

/** Waits for a gap between two batches, so that a version assigned now is newer than all earlier results. */
export async function betweenBatches<Result>(
  { pool, now, signal, onTurn }: RecomputeStores,
  project: number,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const end = performance.now() + PATIENCE;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const done = await withVersionLock(client, async () => {
        if (await hasPartialBatch(client)) return null;
        const facts = (await readFacts(pool, [project])).get(project);
        if (!facts) throw new Error(`There is no project ${project}.`);
        return { result: await work({ client, facts, since: now().getTime() }) };
      });
      if (done) return done.result;
      if (performance.now() > end) throw new StoreAway('A batch waits and no mover runs.');
      await delay(50);
    }
  } finally {
    client.release();
    onTurn?.(project);
  }
}
