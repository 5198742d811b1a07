import type { ClickHouseClient } from '@clickhouse/client';
import { sharingOf } from '../../platform/shared-work.ts';
import { answered } from '../../warehouse/read-errors.ts';
import { compile, compileTotal, compileWritten, type Statement } from '../compiler/compile.ts';
import { isTooLong, withLists } from '../compiler/distinct-people.ts';
import type { Model } from '../compiler/model.ts';
import type { Query } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import { turnsOf } from './engine-slots.ts';
import { cellsIn } from './tab-separated.ts';

export type Ask = (query: Query) => Promise<Row[]>;

type Cell = string | null;

/** Puts questions to the warehouse in the words of the model. */
export function askOf(select: Select, model: Model): Ask {
  return async (query) => {
    const statement = compile(model, query);
    const names = statement.columns.map(({ member, kind }) =>
      kind === 'bucket' ? `${member}.${query.granularity}` : member,
    );
    return rowsOf(names, await select({ ...statement, format: 'TabSeparated' }));
  };
}

/** Tables have thousands of rows: a copy that has all names is filled faster than names are added. */
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

/** The rows of an answer as JSON, a comma between them, in the pieces in which they came, and how many they are. */
export type Written = { rows: readonly Buffer[]; count: number };
export type Write = (query: Query, names: Readonly<Record<string, string>>) => Promise<Written>;

/** Puts questions whose rows are sent as the warehouse wrote them. */
export function writeOf(dump: Dump, model: Model): Write {
  return async (query, names) => {
    const pieces = await dump(compileWritten(model, query, names));
    const count = pieces.reduce((sum, piece) => sum + endsIn(piece), 0);
    return { rows: withoutLast(pieces, ',\n'.length), count };
  };
}

const lineEnd = '\n'.charCodeAt(0);

/** How many lines end in these bytes. */
function endsIn(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) count += 1;
  return count;
}

/** The same without its last bytes, which may lie in two pieces. */
function withoutLast(pieces: readonly Buffer[], bytes: number): Buffer[] {
  const kept = [...pieces];
  for (let left = bytes; left > 0 && kept.length > 0; ) {
    const last = kept.pop() ?? Buffer.alloc(0);
    if (last.length > left) kept.push(last.subarray(0, -left));
    left -= last.length;
  }
  return kept;
}

export type Count = (query: Query) => Promise<number>;

export function countOf(select: Select, model: Model): Count {
  return async (query) => Number((await select(compileTotal(model, query)))[0]?.[0] ?? 0);
}

type Asked = Pick<Statement, 'sql' | 'parameters'> & {
  /** Every cell as the text of its value, whatever its type. Without it the statement answers texts. */
  format?: 'TabSeparated';
};

/** Who waits for an answer. `user` decides whose turn it is; without one everybody shares a turn. */
export type Asker = { user: number; leaving?: AbortSignal | undefined };
const anybody: Asker = { user: 0 };

type Read<Result> = (statement: Asked, asker?: Asker) => Promise<Result>;
export type Select = Read<Cell[][]>;
/** Answers the bytes of what a statement writes, a line for each row, in the pieces in which they come. */
export type Dump = Read<Buffer[]>;

/**
 * Reads the warehouse through its reading client. Equal statements that run or wait at the same moment run once: a
 * statement holds everything that decides who may see its answer. One that nobody waits for any more is given up. The
 * servers of a cluster would send each other every list of people, so it counts them in sets.
 */
export function readsOf(
  reader: ClickHouseClient,
  { isCluster = false }: { isCluster?: boolean } = {},
): { select: Select; dump: Dump } {
  const turns = turnsOf(usual);
  function inTurn<Result>(send: (sent: Sent) => Promise<Result>): Read<Result> {
    const share = sharingOf<Result>();
    return (asked, { user, leaving } = anybody) =>
      share(
        JSON.stringify(asked),
        (abandoned) => turns(user, () => once(send, asked, { isCluster, abandoned }), abandoned),
        leaving,
      );
  }
  return {
    select: inTurn((sent) => cellsOf(reader, sent)),
    dump: inTurn((sent) => bytesOf(reader, sent)),
  };
}

/** The embedded engine reads in two sessions. */
const usual = { running: 2, waitingEach: 64 };

type Sent = Asked & { abandoned: AbortSignal };

function once<Result>(
  send: (sent: Sent) => Promise<Result>,
  asked: Asked,
  { isCluster, abandoned }: { isCluster: boolean; abandoned: AbortSignal },
): Promise<Result> {
  const read = (sql: string) => send({ ...asked, sql, abandoned });
  const first = isCluster ? asked.sql : withLists(asked.sql);
  const orWithSets = (error: unknown) => {
    if (first === asked.sql || !isTooLong(error)) throw error;
    return read(asked.sql);
  };
  return answered(() => read(first).catch(orWithSets), abandoned);
}

async function cellsOf(reader: ClickHouseClient, sent: Sent): Promise<Cell[][]> {
  const { sql: query, parameters: query_params, format, abandoned: abort_signal } = sent;
  const asked = { query, query_params, abort_signal };
  if (format) return cellsIn(await (await reader.query({ ...asked, format })).text());
  const answer = await reader.query({ ...asked, format: 'JSONCompactEachRow' });
  return answer.json<Cell[]>();
}

async function bytesOf(reader: ClickHouseClient, sent: Sent): Promise<Buffer[]> {
  const { sql, parameters: query_params, abandoned: abort_signal } = sent;
  const query = `${sql}\nFORMAT TabSeparatedRaw`;
  const { stream } = await reader.exec({ query, query_params, abort_signal });
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}
