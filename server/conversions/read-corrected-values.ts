import { Decimal } from 'decimal.js';
import { appliedRevenues } from '../attribution/applied-corrections.ts';
import { readStoredCorrections } from '../attribution/stored-corrections.ts';
import type { Connection } from '../database/orm.ts';
import { groupByKeys } from '../platform/group-by.ts';
import type { ConversionState } from './current-state.ts';

type Valued = Pick<ConversionState, 'conversion_id' | 'event_uid' | 'value'> &
  Partial<Pick<ConversionState, 'excluded_reason'>>;

/**
 * The values of conversions including corrections, by id. Corrections follow the event when a conversion's id has
 * changed. Values taken over for a conversion add nothing while it does not count (`excluded_reason`).
 */
export async function correctedValues(
  found: readonly Valued[],
  project: number,
  connection: Connection,
): Promise<Map<string, Decimal>> {
  const ids = new Set(found.map((one) => one.conversion_id));
  const byEvent = new Map(found.map((one) => [one.event_uid, one.conversion_id]));
  const corrections = await readStoredCorrections(connection, project, {
    conversions: [...ids],
    uids: [...byEvent.keys()].filter((uid) => uid !== ''),
  });
  const byConversion = groupByKeys(corrections, ({ conversion, uid }) => [
    ids.has(conversion) ? conversion : (byEvent.get(uid ?? '') ?? ''),
  ]);
  return new Map(
    found.map(({ conversion_id: id, value, excluded_reason = '' }) => {
      const counted = excluded_reason === '' ? value : null;
      const applied = appliedRevenues(counted, byConversion.get(id) ?? []);
      return [id, Decimal.sum(value, ...applied.values())];
    }),
  );
}
