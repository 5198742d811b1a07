import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { Refusal, unavailable } from '../plugins/refusal.ts';
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
  sql: string,
  parameters: Record<string, unknown>,
): Promise<Cell[][]> {
  try {
    const answer = await reader.query({
      query: sql,
      query_params: parameters,
      format: 'JSONCompactEachRow',
    });
    return await answer.json<Cell[]>();
  } catch (error) {
    throw refusalFor(error);
  }
}

const busy = 'The figures are being asked for too often at this moment. Try again in a moment.';
const heavy = 'This takes too long to compute. Choose a shorter period or fewer groups.';
const byCode: Record<string, () => Refusal> = {
  159: () => unavailable(heavy),
  160: () => unavailable(heavy),
  241: () => unavailable(heavy),
  158: () => unavailable(heavy),
  307: () => unavailable(heavy),
  202: () => unavailable(busy),
  396: () => new Refusal(400, { limit: ['The answer has too many rows. Choose fewer groups.'] }),
};

/** The engine's own words never leave the server: they hold the statement. */
function refusalFor(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) {
    return unavailable('The figures cannot be read at this moment. Try again in a moment.');
  }
  if (error.code === '36' && /time ?zone/i.test(error.message)) {
    return new Refusal(400, { timezone: ['This time zone is not known here.'] });
  }
  return byCode[error.code]?.() ?? error;
}
