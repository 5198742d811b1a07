import type { ClickHouseClient } from '@clickhouse/client';
import { insertRepeatably } from '../warehouse/repeatable-insert.ts';
import { type CostRow, costKey, type EventRow } from '../warehouse/rows.ts';
import { labelsIn } from './affiliate-labels.ts';
import type { Batch } from './batches.ts';
import { insertCosts, insertEvents, insertLabels, insertVisits, isVisit } from './insert-rows.ts';
import { missingRows } from './missing-rows.ts';
import type { StoredLabels } from './stored-labels.ts';

export type InsertStep = 'costs' | 'labels' | 'visits' | 'events';

/**
 * Stores the rows of a batch; repeating it changes nothing. Events are stored last: once one of them is there,
 * everything else is.
 */
export async function insertBatch(
  warehouse: ClickHouseClient,
  batch: Batch,
  events: readonly EventRow[],
  labels: StoredLabels,
  repeated: boolean,
  onStep: (step: InsertStep) => Promise<void>,
): Promise<void> {
  await insertCosts(warehouse, costsOf(batch));
  await onStep('costs');
  const named = labels.newIn(batch.items.flatMap(labelsIn));
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
  const missing = (rows: readonly EventRow[]) => missingRows(warehouse, table, rows);
  await insertRepeatably(warehouse, events, token, { insert, missing });
}

/** Of two rows of one cost only the later is kept, because with equal versions neither would be newer. */
function costsOf({ items, version }: Batch): CostRow[] {
  const latest = new Map<string, CostRow>();
  for (const item of items) {
    if (item.kind !== 'cost') continue;
    const { cost } = item;
    const name = [cost.project_id, ...costKey.map((column) => cost[column])];
    latest.set(JSON.stringify(name), { ...cost, version });
  }
  return [...latest.values()];
}
