import type { ClickHouseClient } from '@clickhouse/client';
import { answered } from './answered.ts';
import { compile, compileTotal, type Statement } from './compile.ts';
import type { Model } from './model.ts';
import type { Query } from './query.ts';
import { type Turns, turnsOf } from './turns.ts';

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
    return (await select(statement)).map((cells) =>
      Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null])),
    );
  };
}

export type Count = (query: Query) => Promise<number>;

export function countOf(select: Select, model: Model): Count {
  return async (query) => Number((await select(compileTotal(model, query)))[0]?.[0] ?? 0);
}

/** `user` decides whose turn it is; without one everybody shares a turn. */
export type Select = (
  statement: Pick<Statement, 'sql' | 'parameters'>,
  user?: number,
) => Promise<Cell[][]>;

/**
 * Reads the warehouse through its reading client. Equal statements that run or wait at the same moment run once: a
 * statement holds everything that decides who may see its answer.
 */
export function selectOf(reader: ClickHouseClient, turns: Turns = turnsOf(usual)): Select {
  const running = new Map<string, Promise<Cell[][]>>();
  return ({ sql, parameters }, user = 0) => {
    const key = JSON.stringify([sql, parameters]);
    const same = running.get(key);
    if (same) return same;
    const answer = turns(user, () => send(reader, sql, parameters)).finally(() =>
      running.delete(key),
    );
    running.set(key, answer);
    return answer;
  };
}

/** The embedded engine reads in two sessions. */
const usual = { running: 2, waitingEach: 64 };

async function send(
  reader: ClickHouseClient,
  query: string,
  query_params: Record<string, unknown>,
): Promise<Cell[][]> {
  return answered(async () => {
    const answer = await reader.query({ query, query_params, format: 'JSONCompactEachRow' });
    return answer.json<Cell[]>();
  });
}
