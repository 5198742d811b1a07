import type pg from 'pg';
import type { RateOf } from './cost-row.ts';

const statement = `
select currency, valid_from::text as from, rate::text from exchange_rates
where base = $1 and currency = any($2) order by currency, valid_from desc`;

/** The rates that a request needs: on a day the latest rate that is not after it applies. */
export async function loadRates(
  pool: pg.Pool,
  base: string,
  currencies: Set<string>,
): Promise<RateOf> {
  const foreign = [...currencies].filter((currency) => currency !== base);
  if (foreign.length === 0) return () => null;
  const { rows } = await pool.query<{ currency: string; from: string; rate: string }>(statement, [
    base,
    foreign,
  ]);
  return (currency, day) =>
    rows.find((row) => row.currency === currency && row.from <= day)?.rate ?? null;
}
