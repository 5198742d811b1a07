import type { ClickHouseClient } from '@clickhouse/client';
import { costDimensions } from '#contract/analytics/dimensions.ts';
import { readableColumns, storedRow } from '../attribution/conversion-table.ts';
import { type ProjectFacts, REFUND } from '../attribution/raw-events.ts';
import type { StoredRow } from '../attribution/row-changes.ts';
import { type CostRow, costKey } from '../warehouse/rows.ts';

const PAGE = 2_000;

type Keys = { from: string; where: string; values?: Record<string, unknown> };

/** The next keys after a key among some rows. */
async function keysIn(
  warehouse: ClickHouseClient,
  facts: ProjectFacts,
  after: string,
  { from, where, values }: Keys,
): Promise<string[]> {
  const rows = await read<{ key: string }>(
    warehouse,
    facts,
    `SELECT DISTINCT dedup_key AS key FROM ${from}
     WHERE project_id = {project:UInt32} AND ${where} AND dedup_key > {after:String}
     ORDER BY key LIMIT ${PAGE}`,
    { ...values, after },
  );
  return rows.map(({ key }) => key);
}

type NextKeys = (
  warehouse: ClickHouseClient,
  facts: ProjectFacts,
  after: string,
) => Promise<string[]>;

/** The keys of conversion events. */
export const allKeys: NextKeys = (warehouse, facts, after) =>
  keysIn(warehouse, facts, after, {
    from: 'events',
    where: 'event_name IN {names:Array(String)}',
  });

/** Keys with amounts in another currency than the project's. */
export const foreignKeys: NextKeys = (warehouse, facts, after) =>
  keysIn(warehouse, facts, after, {
    from: 'conversions FINAL',
    where: 'currency != {currency:String}',
    values: { currency: facts.currency },
  });

/** Keys with conversions of one of these affiliates. */
export const affiliateKeys =
  (affids: readonly string[]): NextKeys =>
  (warehouse, facts, after) =>
    keysIn(warehouse, facts, after, {
      from: 'conversions FINAL',
      where: "affid IN {affids:Array(String)} AND record != 'adjustment'",
      values: { affids },
    });

export type CostKey = Pick<CostRow, (typeof costKey)[number]>;

/** The next costs after one, or the first ones, that match a condition. */
const costsWhere =
  (condition: string) =>
  (warehouse: ClickHouseClient, facts: ProjectFacts, after: CostKey | null): Promise<CostRow[]> => {
    const key = costKey.map((column) => `costs.${column}`).join(', ');
    const last = costKey.map((column) => `{${column}:${column === 'date' ? 'Date' : 'String'}}`);
    const further = after
      ? `AND costs.date >= {date:Date} AND (${key}) > (${last.join(', ')})`
      : '';
    const place = after ? Object.fromEntries(costKey.map((column) => [column, after[column]])) : {};
    return read<CostRow>(
      warehouse,
      facts,
      `SELECT project_id, toString(date) AS date, account, platform, ${costDimensions.join(', ')},
         concat(replaceOne(toString(event_time), ' ', 'T'), 'Z') AS event_time,
         toFloat64(impressions) AS impressions, toFloat64(clicks) AS clicks,
         toString(spend) AS spend, currency, toString(spend_base) AS spend_base, excluded_reason,
         toString(version) AS version,
         concat(replaceOne(toString(ingested_at), ' ', 'T'), 'Z') AS ingested_at
       FROM costs FINAL
       WHERE project_id = {project:UInt32} ${condition} ${further}
       ORDER BY ${key} LIMIT ${PAGE}`,
      { currency: facts.currency, ...place },
    );
  };

export const allCosts = costsWhere('');
/** Those in another currency than the project's. */
export const foreignCosts = costsWhere('AND costs.currency != {currency:String}');

/** Rows of events that are no longer conversions. */
export async function foreignRows(
  warehouse: ClickHouseClient,
  facts: ProjectFacts,
): Promise<StoredRow[]> {
  const rows = await read<StoredRow>(
    warehouse,
    facts,
    `SELECT ${readableColumns} FROM conversions FINAL
     WHERE project_id = {project:UInt32} AND record != 'adjustment' AND event_name NOT IN {names:Array(String)}
     LIMIT ${PAGE}`,
    {},
  );
  return rows.map(storedRow);
}

async function read<Row>(
  warehouse: ClickHouseClient,
  { id, primary }: ProjectFacts,
  query: string,
  parameters: Record<string, unknown>,
): Promise<Row[]> {
  const answer = await warehouse.query({
    query,
    query_params: { project: id, names: [primary, REFUND], ...parameters },
    format: 'JSONEachRow',
  });
  return answer.json<Row>();
}
