import type { ClickHouseClient } from '@clickhouse/client';
import type { Batch } from './batches.ts';
import { insertCosts, insertEvents, insertLabels, insertVisits } from './insert.ts';
import type { LabelMemory } from './labels.ts';
import type { CostRow, EventRow } from './rows.ts';

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
  onStep: (step: InsertStep) => Promise<void>,
): Promise<void> {
  await insertCosts(warehouse, costsOf(batch));
  await onStep('costs');
  const named = labels.newIn(batch.items.flatMap((item) => item.labels));
  await insertLabels(warehouse, named);
  labels.keep(named);
  await onStep('labels');
  await insertVisits(warehouse, events, batch.id);
  await onStep('visits');
  await insertEvents(warehouse, events, batch.id);
  await onStep('events');
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
