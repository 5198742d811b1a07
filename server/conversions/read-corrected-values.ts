import { Decimal } from 'decimal.js';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import {
  appliedRevenues,
  correctionsByConversion,
  countedValue,
} from '../attribution/applied-corrections.ts';
import { readStoredCorrections } from '../attribution/stored-corrections.ts';
import type { Connection } from '../database/orm.ts';
import { groupByKeys } from '../platform/group-by.ts';
import { parameterChunks } from '../warehouse/parameter-chunks.ts';
import { Parameters } from '../warehouse/parameters.ts';
import type { ConversionState } from './current-state.ts';

type Valued = Pick<ConversionState, 'conversion_id' | 'event_uid' | 'value' | 'excluded_reason'>;

type Stores = { connection: Connection; select: AnalyticsReader['select'] };

/**
 * The values of conversions including corrections, by id. Values taken over for a conversion add nothing while it does
 * not count (`excluded_reason`).
 */
export async function correctedValues(
  found: readonly Valued[],
  project: number,
  { connection, select }: Stores,
): Promise<Map<string, Decimal>> {
  const ids = [...new Set(found.map((one) => one.conversion_id))];
  const uidsById = await readEventUids(ids, project, select);
  const conversions = found.map(({ conversion_id, event_uid }) => ({
    conversion_id,
    event_uids: [event_uid, ...(uidsById.get(conversion_id) ?? [])].filter((uid) => uid !== ''),
  }));
  const corrections = await readStoredCorrections(connection, project, {
    conversions: ids,
    uids: [...new Set(conversions.flatMap(({ event_uids }) => event_uids))],
  });
  const byConversion = correctionsByConversion(conversions, corrections);
  return new Map(
    found.map((one) => {
      const applied = appliedRevenues(countedValue(one), byConversion.get(one.conversion_id) ?? []);
      return [one.conversion_id, Decimal.sum(one.value, ...applied.values())];
    }),
  );
}

/** The events of these conversions of a project, by the conversion. */
async function readEventUids(
  ids: readonly string[],
  project: number,
  select: AnalyticsReader['select'],
): Promise<Map<string, string[]>> {
  const found: (readonly [id: string, uid: string])[] = [];
  for (const list of parameterChunks(ids)) {
    const parameters = new Parameters();
    const sql = `SELECT conversion_id, arrayJoin(event_uids) FROM (
  SELECT conversion_id, event_uids, deleted FROM conversion_versions
  WHERE project_id = ${parameters.add('Int64', project)}
    AND conversion_id IN ${parameters.add('Array(String)', list)}
  ORDER BY version DESC LIMIT 1 BY conversion_id, side)
WHERE deleted = 0`;
    const rows = await select({ sql, parameters: parameters.values });
    for (const [id, uid] of rows) if (id && uid) found.push([id, uid]);
  }
  const byId = groupByKeys(found, ([id]) => [id]);
  return new Map([...byId].map(([id, pairs]) => [id, pairs.map(([, uid]) => uid)]));
}
