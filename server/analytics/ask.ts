import type { ClickHouseClient } from '@clickhouse/client';
import { answered } from './answered.ts';
import { compile, compileTotal, type Statement } from './compile.ts';
import type { Model } from './model.ts';
import type { Query } from './query.ts';

/** One row of an answer by member; the bucket of a granularity stands under `hour.day` and the like. Figures are texts. */
export type Row = Record<string, string | null>;

export type Ask = (query: Query) => Promise<Row[]>;

type Cell = string | null;

/** Puts questions to the warehouse through the reading client. Equal statements that run at the same moment run once. */
export function askOf(reader: ClickHouseClient, model: Model): Ask {
  const select = selectOf(reader);
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

export function countOf(reader: ClickHouseClient, model: Model): (query: Query) => Promise<number> {
  const select = selectOf(reader);
  return async (query) => Number((await select(compileTotal(model, query)))[0]?.[0] ?? 0);
}

export type Select = (statement: Pick<Statement, 'sql' | 'parameters'>) => Promise<Cell[][]>;

export function selectOf(reader: ClickHouseClient): Select {
  const running = new Map<string, Promise<Cell[][]>>();
  return ({ sql, parameters }) => {
    const key = JSON.stringify([sql, parameters]);
    const same = running.get(key);
    if (same) return same;
    const answer = send(reader, sql, parameters).finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  };
}

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
