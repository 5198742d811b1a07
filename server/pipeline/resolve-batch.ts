import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import type { Seed } from '../attribution/connected-events.ts';
import { readFacts } from '../attribution/project-facts.ts';
import { type ProjectFacts, REFUND } from '../attribution/raw-events.ts';
import { type ArrivedEvents, type ClickSeed, recomputePossible } from '../attribution/recompute.ts';
import type { Change } from '../attribution/row-changes.ts';
import type { OnSkipped } from '../attribution/skip-failing.ts';
import { visitKeys } from '../attribution/visit-keys.ts';
import { sourcesOf } from '../attribution/warehouse-sources.ts';
import { groupByKeys } from '../platform/group-by.ts';
import type { EventRow } from '../warehouse/rows.ts';
import { applyVersion, isRecorded, recordVersion } from './conversion-versions.ts';

type Stores = {
  pool: pg.Pool;
  warehouse: ClickHouseClient;
  onSkipped: OnSkipped;
  /** Called with a project whose conversions failed; answers whether the others go on without it. */
  onProjectFailed: (project: number, error: unknown) => Promise<boolean>;
};

export type ResolverStep = 'recorded' | 'applied';

export type Batch = {
  version: string;
  events: readonly EventRow[];
  /** Whether an earlier attempt may have recorded the version. */
  repeated: boolean;
};

/** Recomputes the conversions that a batch's events affect. Repeating it changes nothing. */
export async function resolveBatch(
  stores: Stores,
  { version, events, repeated }: Batch,
  onStep: (step: ResolverStep) => Promise<void>,
): Promise<void> {
  let recorded: readonly Change[] | null = null;
  if (!(repeated && (await isRecorded(stores.warehouse, version)))) {
    const changes = await changesOfBatch(stores, events);
    if (changes.length === 0) return;
    const { onSkipped } = stores;
    recorded = await recordVersion(stores.warehouse, version, changes, { onSkipped, repeated });
    await onStep('recorded');
  }
  await applyVersion(stores.warehouse, version, recorded);
  await onStep('applied');
}

async function changesOfBatch(stores: Stores, events: readonly EventRow[]): Promise<Change[]> {
  const real = events.filter((event) => event.is_bot === 0 && event.is_test === 0);
  const byProject = groupByKeys(real, (event) => [String(event.project_id)]);
  const facts = await readFacts(stores.pool, [...byProject.keys()].map(Number));
  const changes: Change[] = [];
  for (const [project, its] of byProject) {
    const known = facts.get(Number(project));
    if (!known) continue;
    const { onSkipped } = stores;
    const moved = movedOf(its, known);
    try {
      const sources = sourcesOf(stores, known);
      changes.push(...(await recomputePossible(sources, known, moved, { onSkipped })));
    } catch (error) {
      if (!(await stores.onProjectFailed(known.id, error))) throw error;
    }
  }
  return changes;
}

function movedOf(events: readonly EventRow[], { primary }: ProjectFacts): ArrivedEvents {
  const conversions: Seed[] = [];
  const clicks: ClickSeed[] = [];
  for (const event of events) {
    const { event_name, click_id, visitor_id, user_id, order_id, is_twin, dedup_key: key } = event;
    const time = Date.parse(event.event_time);
    if (event_name === primary || event_name === REFUND) {
      conversions.push({ time, key, click_id, user_id, order_id });
    }
    if (event_name === 'click' && visitKeys(event).length > 0) {
      clicks.push({ time, click_id, visitor_id, user_id, is_twin });
    }
  }
  return { conversions, clicks };
}
