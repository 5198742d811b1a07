import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { columns, valuesOf, versionColumns } from '../attribution/conversion-table.ts';
import type { Change } from '../attribution/row-changes.ts';
import { bisect, type OnSkipped } from '../attribution/skip-failing.ts';
import { isRefused } from '../warehouse/insert-errors.ts';
import { insertRepeatably } from '../warehouse/repeatable-insert.ts';
import { writeKeys, writeKeysOf } from './conversion-keys.ts';

type Recording = {
  onSkipped?: OnSkipped | undefined;
  /** Whether an earlier attempt may have recorded the same version. */
  repeated?: boolean;
};

/**
 * Adds a version to the history of the conversions. The history is written first and in one block: completely or not at
 * all, and once even with concurrent writers; `applyVersion` can always apply it later. A row that the warehouse
 * refuses for good keeps its old state and is reported. Answers the rows that were taken.
 */
export async function recordVersion(
  warehouse: ClickHouseClient,
  version: string,
  changes: readonly Change[],
  { onSkipped, repeated = false }: Recording = {},
): Promise<readonly Change[]> {
  const record = async (rows: readonly Change[]) => {
    const add = (some: readonly Change[], token?: string) =>
      insert(warehouse, 'conversion_versions', version, some, token);
    if (!repeated) return add(rows);
    const missing = async (some: readonly Change[]) =>
      (await isRecorded(warehouse, version)) ? [] : some;
    await insertRepeatably(warehouse, rows, version, { insert: add, missing });
  };
  try {
    await record(changes);
    return changes;
  } catch (error) {
    if (!isRefused(error)) throw error;
    const taken = await takenOf(warehouse, version, changes, onSkipped);
    if (taken.length > 0) await record(taken);
    return taken;
  }
}

/** Finds the rows that the warehouse accepts by inserting them into a null table. */
async function takenOf(
  warehouse: ClickHouseClient,
  version: string,
  changes: readonly Change[],
  onSkipped?: OnSkipped,
): Promise<Change[]> {
  const nowhere = `FUNCTION null('${await structureOf(warehouse)}')`;
  const taken: Change[] = [];
  await bisect(
    changes,
    async (some) => {
      await insert(warehouse, nowhere, version, some);
      taken.push(...some);
    },
    ({ project_id: project, event_time: time, conversion_id: conversion }, reason) =>
      onSkipped?.({ project, time, conversion, reason }),
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
/** Each row at its new place and, as deleted, at its old one. */
const placed = columns
  .map((column) => ({ event_time: 'place.1', deleted: 'place.2' })[String(column)] ?? column)
  .join(', ');

const application = `INSERT INTO conversions (${list})
  SELECT ${placed} FROM conversion_versions
  ARRAY JOIN arrayConcat(
    [(event_time, deleted)],
    if(moved_from IS NULL, [], [(assumeNotNull(moved_from), toUInt8(1))])) AS place`;

/**
 * Applies a recorded version to the present; repeating it is safe. It may span any number of partitions. Without its
 * rows they are read from the history.
 */
export async function applyVersion(
  warehouse: ClickHouseClient,
  version: string,
  recorded: readonly Change[] | null,
): Promise<void> {
  await (recorded ? writeKeys(warehouse, recorded) : writeKeysOf(warehouse, version));
  await warehouse.command({
    query: `${application} WHERE version = {version:UInt64}`,
    query_params: { version },
    clickhouse_settings: { max_partitions_per_insert_block: '0' },
  });
}

/** Applies every version again: of each conversion the last one counts, also where it is deleted or moved. */
export async function applyEveryVersion(
  warehouse: ClickHouseClient,
  settings: ClickHouseSettings,
): Promise<void> {
  await warehouse.command({ query: application, clickhouse_settings: settings });
}
