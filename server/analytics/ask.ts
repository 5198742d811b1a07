import type { ClickHouseClient } from '@clickhouse/client';
import { answered } from './answered.ts';
import { compile, compileTotal, compileWritten, type Statement } from './compile.ts';
import type { Model } from './model.ts';
import { isTooLong, withLists } from './people.ts';
import type { Query } from './query.ts';
import { sharingOf } from './sharing.ts';
import { cellsIn } from './tab-separated.ts';
import { turnsOf } from './turns.ts';

/** One row of an answer by member; the bucket of a granularity stands under `hour.day` and the like. Figures are texts. */
export type Row = Record<string, string | null>;

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

/** A JSON array of the rows of an answer, and how many they are. */
export type Written = { rows: string; count: number };
export type Write = (query: Query, names: Readonly<Record<string, string>>) => Promise<Written>;

/** Puts questions whose rows are sent as the warehouse wrote them. */
export function writeOf(select: Select, model: Model): Write {
  return async (query, names) => {
    const statement = compileWritten(model, query, names);
    const [[text] = []] = await select({ ...statement, format: 'TabSeparatedRaw' });
    const lines = (text ?? '').trimEnd();
    const count = lines === '' ? 0 : lines.split('\n').length;
    return { rows: `[${lines.replaceAll('\n', ',')}]`, count };
  };
}

export type Count = (query: Query) => Promise<number>;

export function countOf(select: Select, model: Model): Count {
  return async (query) => Number((await select(compileTotal(model, query)))[0]?.[0] ?? 0);
}

type Asked = Pick<Statement, 'sql' | 'parameters'> & {
  /**
   * Every cell as the text of its value, whatever its type; raw, as one cell that holds the whole answer, where the
   * rows are written by the statement. Without one the statement answers texts.
   */
  format?: 'TabSeparated' | 'TabSeparatedRaw';
};

/** Who waits for an answer. `user` decides whose turn it is; without one everybody shares a turn. */
export type Asker = { user: number; leaving?: AbortSignal | undefined };
const anybody: Asker = { user: 0 };

export type Select = (statement: Asked, asker?: Asker) => Promise<Cell[][]>;

/**
 * Reads the warehouse through its reading client. Equal statements that run or wait at the same moment run once: a
 * statement holds everything that decides who may see its answer. One that nobody waits for any more is given up. The
 * servers of a cluster would send each other every list of people, so it counts them in sets.
 */
export function selectOf(
  reader: ClickHouseClient,
  { isCluster = false }: { isCluster?: boolean } = {},
): Select {
  const turns = turnsOf(usual);
  const share = sharingOf<Cell[][]>();
  return (asked, { user, leaving } = anybody) =>
    share(
      JSON.stringify(asked),
      (abandoned) => turns(user, () => send(reader, asked, isCluster, abandoned), abandoned),
      leaving,
    );
}

/** The embedded engine reads in two sessions. */
const usual = { running: 2, waitingEach: 64 };

async function send(
  reader: ClickHouseClient,
  { sql, parameters: query_params, format }: Asked,
  isCluster: boolean,
  abort_signal: AbortSignal,
): Promise<Cell[][]> {
  const read = async (query: string): Promise<Cell[][]> => {
    const asked = { query, query_params, abort_signal };
    if (format) {
      const text = await (await reader.query({ ...asked, format })).text();
      return format === 'TabSeparated' ? cellsIn(text) : [[text]];
    }
    const answer = await reader.query({ ...asked, format: 'JSONCompactEachRow' });
    return answer.json<Cell[]>();
  };
  const first = isCluster ? sql : withLists(sql);
  const orWithSets = (error: unknown) => {
    if (first === sql || !isTooLong(error)) throw error;
    return read(sql);
  };
  return answered(() => read(first).catch(orWithSets), abort_signal);
}
