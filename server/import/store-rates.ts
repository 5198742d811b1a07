import type pg from 'pg';
import { inTransaction } from '../database/orm.ts';
import type { RateRow } from './rates-file.ts';

const store = `
insert into exchange_rates (base, currency, valid_from, rate)
select * from unnest($1::text[], $2::text[], $3::date[], $4::numeric[]) order by 1, 2, 3
on conflict (base, currency, valid_from) do update set rate = excluded.rate
where exchange_rates.rate <> excluded.rate
returning base`;

const ask = `
insert into pending_refresh (project_id) select id from projects where currency = any($1) order by id
on conflict (project_id) do update set request = excluded.request`;

/** Stores rates and requests new figures for projects whose rates changed. */
export async function storeRates(
  pool: pg.Pool,
  rates: readonly RateRow[],
): Promise<{ changed: number; projects: number }> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ base: string }>(store, [
      rates.map(({ base }) => base),
      rates.map(({ currency }) => currency),
      rates.map(({ valid_from }) => valid_from),
      rates.map(({ rate }) => rate),
    ]);
    const bases = [...new Set(rows.map(({ base }) => base))];
    const { rowCount } = await client.query(ask, [bases]);
    return { changed: rows.length, projects: rowCount ?? 0 };
  });
}
