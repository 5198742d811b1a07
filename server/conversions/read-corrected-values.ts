import { Decimal } from 'decimal.js';
import type { Connection } from '../database/orm.ts';
import { readCorrected } from './adjustment-rows.ts';
import type { ConversionState } from './current-state.ts';

type Valued = Pick<ConversionState, 'conversion_id' | 'event_uid' | 'value'>;

/**
 * The values of conversions including corrections, by id. Corrections follow the event when a conversion's id has
 * changed.
 */
export async function correctedValues(
  found: readonly Valued[],
  project: number,
  connection: Connection,
): Promise<Map<string, Decimal>> {
  const worth = new Map(found.map((one) => [one.conversion_id, new Decimal(one.value)]));
  const byEvent = new Map(found.map((one) => [one.event_uid, one.conversion_id]));
  const corrected = await readCorrected(connection, project, {
    conversions: [...worth.keys()],
    uids: [...byEvent.keys()].filter((uid) => uid !== ''),
  });
  for (const { conversion, uid, revenue } of corrected) {
    const id = worth.has(conversion) ? conversion : (byEvent.get(uid ?? '') ?? '');
    const before = worth.get(id);
    if (before) worth.set(id, before.add(revenue));
  }
  return worth;
}
