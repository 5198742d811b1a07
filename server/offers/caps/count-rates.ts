import type pg from 'pg';
import type { Select } from '../../analytics/runner/query-runner.ts';
import type { UsualRates } from '../../database/payloads/usual-rates.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import type { CountedCap } from './cap-rows.ts';
import { lagBounds } from './lags.ts';
import { type Counted, ratesDays, unknownRates, usualRates } from './usual-rates.ts';

const DAY = 86_400_000;

/** Conversions that fill a cap: counted, and paid. */
export const fillsCap = `side = 'server' AND excluded_reason = '' AND unpaid_reason = ''`;
const isClick = `event_name = 'click' AND left_out = 0 AND is_twin = 0`;
/** Clicks of links that were sent to their offer. */
export const wasSent = `${isClick} AND offer_route IN ('offer', 'fallback_offer')`;
/** With clicks that no link decided about. */
const mayConvert = `${isClick} AND offer_route IN ('', 'offer', 'fallback_offer')`;

type Sources = { pool: pg.Pool; select: Select };
type Key = { offer: number; offerId: string; affid: string; timezone: string };

/** One key for each offer, and one for each of its affiliates with a cap of its own. */
function keysOf(caps: readonly CountedCap[]): Key[] {
  const keys = new Map<string, Key>();
  for (const { offer, offerId, timezone, affid } of caps) {
    for (const of of new Set(['', affid ?? ''])) {
      keys.set(`${offer} ${of}`, { offer, offerId, affid: of, timezone });
    }
  }
  return [...keys.values()];
}

/** Counts again what is usual of the offers of these caps where it was last counted before `before`. */
export async function countRates(
  { pool, select }: Sources,
  project: number,
  caps: readonly CountedCap[],
  { now, before }: { now: Date; before: Date },
): Promise<void> {
  const { rows } = await pool.query<{ offer: number; affid: string }>(
    'select offer_id as offer, affid from offer_rates where offer_id = any($1) and counted_at > $2',
    [[...new Set(caps.map(({ offer }) => offer))], before],
  );
  const isFresh = new Set(rows.map(({ offer, affid }) => `${offer} ${affid}`));
  const due = keysOf(caps).filter(({ offer, affid }) => !isFresh.has(`${offer} ${affid}`));
  for (const key of due) {
    const rates = usualRates(await readCounted(select, project, key, now), {
      now: now.getTime(),
      timezone: key.timezone,
    });
    await pool.query(
      `insert into offer_rates (offer_id, affid, rates, counted_at)
       select $1, $2, $3, $4 where exists (select from offers where id = $1)
       on conflict (offer_id, affid) do update set rates = excluded.rates, counted_at = excluded.counted_at`,
      [key.offer, key.affid, JSON.stringify(rates), now],
    );
  }
}

/** The rates of offers, by offer and affiliate. */
export async function readRates(
  connection: Pick<pg.Pool, 'query'>,
  offers: readonly number[],
): Promise<(offer: number, affid: string | null, timezone: string) => UsualRates> {
  const { rows } = await connection.query<{ key: string; rates: UsualRates }>(
    `select offer_id || ' ' || affid as key, rates from offer_rates where offer_id = any($1)`,
    [offers],
  );
  const found = new Map(rows.map(({ key, rates }) => [key, rates]));
  return (offer, affid, timezone) => {
    const rates = found.get(`${offer} ${affid ?? ''}`);
    return rates?.timezone === timezone ? rates : unknownRates(timezone);
  };
}

async function readCounted(
  select: Select,
  project: number,
  { offerId, affid, timezone }: Key,
  now: Date,
): Promise<Counted> {
  const from = new Date(now.getTime() - ratesDays * DAY);
  const ofKey = (parameters: Parameters) =>
    `project_id = ${parameters.add('Int64', project)} AND offer_id = ${parameters.add('String', offerId)}${
      affid === '' ? '' : ` AND affid = ${parameters.add('String', affid)}`
    }`;
  const inTime = (column: string, parameters: Parameters) =>
    `${column} >= ${parameters.millisecond(from)} AND ${column} < ${parameters.millisecond(now)}`;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const [clicks, hours, lags] = await Promise.all([
    asked(select, (parameters) => {
      const quarter = parameters.millisecond(ago(15 * 60_000));
      const day = parameters.millisecond(ago(DAY));
      const zone = parameters.add('String', timezone);
      return `SELECT toString(toUnixTimestamp64Milli(min(event_time))), toString(count()) FROM events
WHERE ${ofKey(parameters)} AND ${mayConvert} AND ${inTime('event_time', parameters)}
GROUP BY multiIf(event_time >= ${quarter}, toUnixTimestamp(event_time),
  event_time >= ${day}, toUnixTimestamp(toStartOfMinute(event_time)),
  toUnixTimestamp(toStartOfHour(toTimeZone(event_time, ${zone}))))`;
    }),
    asked(select, (parameters) => {
      const zone = parameters.add('String', timezone);
      return `SELECT toString(toUnixTimestamp64Milli(min(event_time))), record, toString(count()),
  toString(sum(value)), toString(sum(payout)) FROM conversions FINAL
WHERE ${ofKey(parameters)} AND ${fillsCap} AND ${inTime('event_time', parameters)}
GROUP BY toStartOfHour(toTimeZone(event_time, ${zone})), record`;
    }),
    asked(select, (parameters) => {
      const lag = `greatest(1000, toUnixTimestamp64Milli(event_time) - toUnixTimestamp64Milli(assumeNotNull(click_time)))`;
      const last = lagBounds.length - 1;
      const day = parameters.millisecond(ago(DAY));
      return `SELECT toString(least(${last}, toUInt32(ceil(log(${lag} / 1000) / log(1.25) - 1e-9)))) AS bin,
  toString(assumeNotNull(click_time) > ${day}) AS recent, toString(count()) FROM conversions FINAL
WHERE ${ofKey(parameters)} AND ${fillsCap} AND record = 'conversion' AND click_time IS NOT NULL
  AND ${inTime('assumeNotNull(click_time)', parameters)}
GROUP BY bin, recent`;
    }),
  ]);
  return {
    clicks: clicks.map(([at, count]) => ({ at: Number(at), clicks: Number(count) })),
    hours: hours.map(([at, record, count, revenue, payout]) => ({
      at: Number(at),
      conversions: record === 'conversion' ? Number(count) : 0,
      revenue: Number(revenue),
      payout: Number(payout),
    })),
    lags: lags.map(([index, recent, count]) => ({
      index: Number(index),
      isRecent: recent === '1',
      conversions: Number(count),
    })),
  };
}

function asked(select: Select, statement: (parameters: Parameters) => string) {
  const parameters = new Parameters();
  return select({ sql: statement(parameters), parameters: parameters.values });
}
