import type { ClickHouseClient } from '@clickhouse/client';
import { insertAgain } from '../warehouse/repeatable-insert.ts';
import type { CostRow, EventRow } from '../warehouse/rows.ts';
import type { Batch } from './batches.ts';
import { insertCosts, insertEvents, insertLabels, insertVisits, isVisit } from './insert-rows.ts';
import type { LabelMemory } from './label-cache.ts';
import { missingOf } from './missing-rows.ts';

export type InsertStep = 'costs' | 'labels' | 'visits' | 'events';

/**
 * Brings the rows of a batch into the warehouse; repeating it changes nothing. The events come last: of a batch that
 * was refused before, nothing is there that would count twice when its rows come again in other batches.
 */
export async function insertBatch(
  warehouse: ClickHouseClient,
  batch: Batch,
  events: readonly EventRow[],
  labels: LabelMemory,
  repeated: boolean,
  onStep: (step: InsertStep) => Promise<void>,
): Promise<void> {
  await insertCosts(warehouse, costsOf(batch));
  await onStep('costs');
  const named = labels.newIn(batch.items.flatMap((item) => item.labels));
  await insertLabels(warehouse, named);
  labels.keep(named);
  await onStep('labels');
  await insertRows(warehouse, 'visits', events.filter(isVisit), batch.id, repeated);
  await onStep('visits');
  await insertRows(warehouse, 'events', events, batch.id, repeated);
  await onStep('events');
}

const into = { visits: insertVisits, events: insertEvents };

async function insertRows(
  warehouse: ClickHouseClient,
  table: 'visits' | 'events',
  events: readonly EventRow[],
  token: string,
  repeated: boolean,
): Promise<void> {
  const insert = (rows: readonly EventRow[], its: string) => into[table](warehouse, rows, its);
  if (!repeated) return insert(events, token);
  const missing = (rows: readonly EventRow[]) => missingOf(warehouse, table, rows);
  await insertAgain(warehouse, events, token, { insert, missing });
}

/** Of two rows for the same cost the later one stands: with equal versions neither would be the newer. */
function costsOf({ items, version }: Batch): CostRow[] {
  const latest = new Map<string, CostRow>();
  for (const item of items) {
    if (item.kind !== 'cost') continue;
    const { project_id, date, account, platform, campaign_id, adset_id, ad_id } = item.cost;
    const name = [project_id, date, account, platform, campaign_id, adset_id, ad_id];
    latest.set(JSON.stringify(name), { ...item.cost, version });
  }
  return [...latest.values()];
}
