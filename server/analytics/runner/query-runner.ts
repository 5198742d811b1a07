import type { ClickHouseClient } from '@clickhouse/client';
import { createSharedWork } from '../../platform/shared-work.ts';
import { longReadSeconds } from '../../warehouse/engine-messages.ts';
import { isForbidden, readWithRetry } from '../../warehouse/read-with-retry.ts';
import {
  compile,
  compileJsonRows,
  compileSums,
  compileTotal,
  type JsonForm,
  type Statement,
} from '../compiler/compile.ts';
import type { Model } from '../compiler/model.ts';
import type { Query } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import { isTooLong, withLists } from '../rewriting/distinct-people.ts';
import { type AnswerLimits, createAnswerCache } from './answer-cache.ts';
import { createEngineSlots } from './engine-slots.ts';
import { cellsIn } from './tab-separated.ts';

export type QueryRunner = (query: Query) => Promise<Row[]>;

type Cell = string | null;

/** Creates a function that runs queries of the model. */
export function createQueryRunner(select: Select, model: Model): QueryRunner {
  return async (query) => {
    const statement = compile(model, query);
    const names = statement.columns.map(({ member, kind }) =>
      kind === 'bucket' ? `${member}.${query.granularity}` : member,
    );
    return rowsOf(names, await select({ ...statement, format: 'TabSeparated' }));
  };
}

/** Tables have thousands of rows, and copying a row that has all keys is faster than adding keys. */
function rowsOf(names: readonly string[], lines: readonly (readonly Cell[])[]): Row[] {
  const empty: Row = Object.fromEntries(names.map((name) => [name, null]));
  return lines.map((cells) => {
    const row = { ...empty };
    let index = 0;
    for (const name of names) {
      row[name] = cells[index] ?? null;
      index += 1;
    }
    return row;
  });
}

/** The rows of an answer as JSON in the received chunks, joined by commas, and the number of rows. */
export type JsonRows = { rows: readonly Buffer[]; count: number };
export type JsonQueryRunner = (query: Query, form: JsonForm) => Promise<JsonRows>;

/** Creates a function that runs queries whose rows are sent as the warehouse wrote them. */
export function createJsonQueryRunner(readBytes: ReadBytes, model: Model): JsonQueryRunner {
  return async (query, form) => {
    const pieces = await readBytes(compileJsonRows(model, query, form));
    const count = pieces.reduce((sum, piece) => sum + endsIn(piece), 0);
    return { rows: withoutLast(pieces, ',\n'.length), count };
  };
}

const lineEnd = '\n'.charCodeAt(0);

/** The number of line ends in these bytes. */
function endsIn(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) count += 1;
  return count;
}

/** The chunks without their last bytes, which may span two chunks. */
function withoutLast(pieces: readonly Buffer[], bytes: number): Buffer[] {
  const remaining = [...pieces];
  for (let left = bytes; left > 0 && remaining.length > 0; ) {
    const last = remaining.pop() ?? Buffer.alloc(0);
    if (last.length > left) remaining.push(last.subarray(0, -left));
    left -= last.length;
  }
  return remaining;
}

export type QueryCounter = (query: Query) => Promise<number>;

export function createQueryCounter(select: Select, model: Model): QueryCounter {
  return async (query) => Number((await select(compileTotal(model, query)))[0]?.[0] ?? 0);
}

/** The sums of the measures over all rows of a query, and the number of rows. */
export type GroupSums = { count: number; sums: Row };
export type GroupSummer = (query: Query) => Promise<GroupSums>;

export function createGroupSummer(select: Select, model: Model): GroupSummer {
  return async (query) => {
    const statement = compileSums(model, query);
    const [[count, ...cells] = []] = await select({ ...statement, format: 'TabSeparated' });
    const names = statement.columns.slice(1).map(({ member }) => member);
    return { count: Number(count ?? 0), sums: rowsOf(names, [cells])[0] ?? {} };
  };
}

type RunnableStatement = Pick<Statement, 'sql' | 'parameters'> & {
  /** With it the answer's cells are converted to texts; without it the statement itself must answer texts. */
  format?: 'TabSeparated';
  /** Whether it may take `longReadSeconds`. */
  isLong?: true;
};

/**
 * The caller of a query. `user` decides whose turn it is; calls without a user share one turn. With `projects` (all
 * that the statement reads) the answer is kept for the next caller.
 */
export type QueryCaller = {
  user: number;
  leaving?: AbortSignal | undefined;
  projects?: readonly number[] | undefined;
};
const anonymousCaller: QueryCaller = { user: 0 };

type Read<Result> = (statement: RunnableStatement, caller?: QueryCaller) => Promise<Result>;
export type Select = Read<Cell[][]>;
/** Answers the raw bytes of a statement, one line per row, in the received chunks. */
export type ReadBytes = Read<Buffer[]>;

type ReadOptions = { isCluster?: boolean; answers?: AnswerLimits | undefined };

/**
 * Reads the warehouse through its reading client. Equal statements that run or wait at the same moment run once, and
 * their answers are kept until their projects change, which is safe because a statement contains its access filter. A
 * statement is aborted when its last caller leaves. In a cluster people are counted in sets, because its servers would
 * send each other every list.
 */
export function createWarehouseReads(
  reader: ClickHouseClient,
  { isCluster = false, answers }: ReadOptions = {},
): { select: Select; readBytes: ReadBytes } {
  const slots = createEngineSlots(usual);
  function scheduled<Result extends object>(
    send: (sent: Sent) => Promise<Result>,
    bytesIn: (result: Result) => number,
  ): Read<Result> {
    const share = createSharedWork<Result>();
    const kept = answers && createAnswerCache<Result>(answers);
    return async (statement, { user, leaving, projects } = anonymousCaller) => {
      const key = JSON.stringify(statement);
      const found = projects && kept?.read(key);
      if (found) return found;
      const read = async (abandoned: AbortSignal) => {
        const keep = projects && kept?.beginReading(key, projects);
        const result = await once(send, statement, { isCluster, abandoned });
        keep?.(result, bytesIn(result));
        return result;
      };
      return share(key, (abandoned) => slots(user, () => read(abandoned), abandoned), leaving);
    };
  }
  return {
    select: scheduled((sent) => cellsOf(reader, sent), bytesOfCells),
    readBytes: scheduled((sent) => bytesOf(reader, sent), bytesOfChunks),
  };
}

/** The embedded engine reads in two sessions. */
const usual = { running: 2, waitingEach: 64 };

type Sent = RunnableStatement & { abandoned: AbortSignal };

function once<Result>(
  send: (sent: Sent) => Promise<Result>,
  statement: RunnableStatement,
  { isCluster, abandoned }: { isCluster: boolean; abandoned: AbortSignal },
): Promise<Result> {
  const read = (sql: string) =>
    send({ ...statement, sql, abandoned }).catch((error: unknown) => {
      if (!statement.isLong || !isForbidden(error)) throw error;
      // The reading user of an operator's server has a limit of its own that cannot be changed.
      const { isLong: _, ...usually } = statement;
      return send({ ...usually, sql, abandoned });
    });
  const first = isCluster ? statement.sql : withLists(statement.sql);
  const retryWithSets = (error: unknown) => {
    if (first === statement.sql || !isTooLong(error)) throw error;
    return read(statement.sql);
  };
  return readWithRetry(() => read(first).catch(retryWithSets), abandoned);
}

async function cellsOf(reader: ClickHouseClient, sent: Sent): Promise<Cell[][]> {
  const { sql: query, parameters: query_params, format, abandoned: abort_signal } = sent;
  const request = { query, query_params, abort_signal, ...limitOf(sent) };
  if (format) return cellsIn(await (await reader.query({ ...request, format })).text());
  const answer = await reader.query({ ...request, format: 'JSONCompactEachRow' });
  return answer.json<Cell[]>();
}

const limitOf = ({ isLong }: Sent) =>
  isLong ? { clickhouse_settings: { max_execution_time: longReadSeconds } } : {};

/** What an answer takes in memory, roughly: texts of one byte a character, and an array and its entries. */
function bytesOfCells(rows: readonly (readonly Cell[])[]): number {
  let bytes = 0;
  for (const row of rows) {
    bytes += arrayBytes;
    for (const cell of row) bytes += cellBytes + (cell?.length ?? 0);
  }
  return bytes;
}

const arrayBytes = 64;
const cellBytes = 24;

const bytesOfChunks = (chunks: readonly Buffer[]): number =>
  chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);

async function bytesOf(reader: ClickHouseClient, sent: Sent): Promise<Buffer[]> {
  const { sql, parameters: query_params, abandoned: abort_signal } = sent;
  const query = `${sql}\nFORMAT TabSeparatedRaw`;
  const { stream } = await reader.exec({ query, query_params, abort_signal, ...limitOf(sent) });
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}
