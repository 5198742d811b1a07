import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { type Ask, askOf, type Count, countOf, type Select, selectOf } from './ask.ts';
import { type Model, readModel } from './model.ts';
import { type Names, namesFrom } from './reports/names.ts';

/** The model and the ways to ask it, in the turn of one person. */
export type Reading = { model: Model; select: Select; ask: Ask; count: Count; names: Names };

export function readingsOf(reader: ClickHouseClient, pool: pg.Pool): (user: number) => Reading {
  const model = readModel();
  const everyone = selectOf(reader);
  return (user) => {
    const select: Select = (statement) => everyone(statement, user);
    return {
      model,
      select,
      ask: askOf(select, model),
      count: countOf(select, model),
      names: namesFrom(select, pool),
    };
  };
}
