import type { ClickHouseClient } from '@clickhouse/client';
import { apart, type OnLeftOut } from '../attribution/bisect.ts';
import { columns, valuesOf, versionColumns } from '../attribution/conversion-table.ts';
import type { Change } from '../attribution/row-changes.ts';
import { isRefused } from '../warehouse/insert-errors.ts';
import { insertAgain } from '../warehouse/repeatable-insert.ts';

type Recording = {
  onLeftOut?: OnLeftOut | undefined;
  /** Whether an earlier attempt may have tried to record the same version. */
  repeated?: boolean;
};

/**
 * Adds one version to the history of the conversions. The history comes first and is one block: it is there
 * as a whole or not at all, and once, whoever else is adding it; `applyVersion` can always bring the present after it.
 * A row that the warehouse can never take stays as it was before, and is told.
 */
export async function recordVersion(
  warehouse: ClickHouseClient,
  version: string,
  changes: readonly Change[],
  { onLeftOut, repeated = false }: Recording = {},
): Promise<void> {
  const record = async (rows: readonly Change[]) => {
    const add = (some: readonly Change[], token?: string) =>
      insert(warehouse, 'conversion_versions', version, some, token);
    if (!repeated) return add(rows);
    const missing = async (some: readonly Change[]) =>
      (await isRecorded(warehouse, version)) ? [] : some;
    await insertAgain(warehouse, rows, version, { insert: add, missing });
  };
  try {
    await record(changes);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const taken = await takenOf(warehouse, version, changes, onLeftOut);
    if (taken.length > 0) await record(taken);
  }
}

/** Those of the rows that the warehouse can take, found out by rows that go nowhere. */
async function takenOf(
  warehouse: ClickHouseClient,
  version: string,
  changes: readonly Change[],
  onLeftOut?: OnLeftOut,
): Promise<Change[]> {
  const nowhere = `FUNCTION null('${await structureOf(warehouse)}')`;
  const taken: Change[] = [];
  await apart(
    changes,
    async (some) => {
      await insert(warehouse, nowhere, version, some);
      taken.push(...some);
    },
    ({ project_id: project, event_time: time, conversion_id: conversion }, reason) =>
      onLeftOut?.({ project, time, conversion, reason }),
  );
  return taken;
}

async function structureOf(warehouse: ClickHouseClient): Promise<string> {
  const answer = await warehouse.query({
    query: 'DESCRIBE TABLE conversion_versions',
    format: 'JSONEachRow',
  });
  const described = await answer.json<{ name: string; type: string }>();
  const types = new Map(described.map(({ name, type }) => [name, type]));
  return versionColumns
    .map((name) => `${name} ${types.get(name) ?? 'String'}`)
    .join(', ')
    .replaceAll("'", "\\'");
}

async function insert(
  warehouse: ClickHouseClient,
  table: string,
  version: string,
  changes: readonly Change[],
  token = version,
): Promise<void> {
  await warehouse.insert({
    table,
    columns: versionColumns,
    values: changes.map((change) => valuesOf(change, version)),
    format: 'JSONCompactEachRow',
    clickhouse_settings: {
      input_format_parallel_parsing: 0,
      async_insert: 0,
      insert_deduplication_token: token,
    },
  });
}

export async function isRecorded(warehouse: ClickHouseClient, version: string): Promise<boolean> {
  const answer = await warehouse.query({
    query: 'SELECT count() AS rows FROM conversion_versions WHERE version = {version:UInt64}',
    query_params: { version },
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ rows: number | string }>();
  return Number(found?.rows ?? 0) > 0;
}

const list = columns.join(', ');
/** Each row where it lies from now on and, without life, where it lay before. */
const placed = columns
  .map((column) => ({ event_time: 'place.1', deleted: 'place.2' })[String(column)] ?? column)
  .join(', ');

/** Makes a recorded version the present one; again and again, if need be. It may lie in any number of partitions. */
export async function applyVersion(warehouse: ClickHouseClient, version: string): Promise<void> {
  await warehouse.command({
    query: `INSERT INTO conversions (${list})
      SELECT ${placed} FROM conversion_versions
      ARRAY JOIN arrayConcat(
        [(event_time, deleted)],
        if(moved_from IS NULL, [], [(assumeNotNull(moved_from), toUInt8(1))])) AS place
      WHERE version = {version:UInt64}`,
    query_params: { version },
    clickhouse_settings: { max_partitions_per_insert_block: '0' },
  });
}
