import type pg from 'pg';
import type { Select } from '../../analytics/runner/query-runner.ts';
import { capPeriod } from '../../offer-clicks/cap-period.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { type CountedCap, readCountedCaps } from './cap-rows.ts';
import { countRates, fillsCap, readRates, wasSent } from './count-rates.ts';
import { partWithin } from './lags.ts';

export type CountDependencies = {
  pool: pg.Pool;
  select: Select;
  now: () => Date;
  /** The moment up to which all events are in the warehouse. */
  watermark: () => Promise<Date>;
};

type Asked = {
  /** The public ids of the offers; null for all of the project. */
  offerIds: readonly string[] | null;
  /** Counts clicks again, too, which are otherwise counted when they are sent. */
  withClicks: boolean;
  /** For how many ms the usual rates of an offer are believed. */
  ratesLast: number;
  /** How far back, in ms, the clicks that were sent are taken from the warehouse again. */
  renewed?: number;
};

const HOUR = 3_600_000;

/** What was found of a cap in its present period. */
type Found = { cap: CountedCap; from: number; to: number | null; used: string };

/**
 * Counts how much of the caps of a project is used, from what is stored. Counts of one project run one after the other,
 * so that an older one never replaces a newer one.
 */
export async function recountCaps(
  { pool, select, now, watermark }: CountDependencies,
  project: number,
  { offerIds, withClicks, ratesLast, renewed = HOUR }: Asked,
): Promise<void> {
  const isDue = ({ metric }: CountedCap) => withClicks || metric !== 'clicks';
  const caps = (await readCountedCaps(pool, project, offerIds)).filter(isDue);
  if (caps.length === 0) return;
  const at = now();
  await countRates({ pool, select }, project, caps, {
    now: at,
    before: new Date(at.getTime() - ratesLast),
  });
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('offer-counts'), $1)`, [project]);
    const countedTo = floorSecond(await watermark());
    if (withClicks) await renewClicks(client, select, { project, caps, countedTo, renewed });
    const found = await countUsed(select, project, { caps, at, countedTo });
    await store(client, found, countedTo);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

const floorSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000);

type Counting = { caps: readonly CountedCap[]; at: Date; countedTo: Date };

/** Statements with more columns become slow. */
const mostAtOnce = 100;

async function countUsed(
  select: Select,
  project: number,
  { caps, at, countedTo }: Counting,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < caps.length; start += mostAtOnce) {
    const some = caps.slice(start, start + mostAtOnce).map((cap) => ({
      cap,
      ...capPeriod(cap.interval, at, cap.timezone),
    }));
    const [conversions, clicks] = await Promise.all([
      sums(select, project, some, {
        table: 'conversions FINAL',
        where: fillsCap,
        of: ({ metric }) =>
          ({
            conversions: `toInt64(record = 'conversion')`,
            clicks: '0',
            revenue: 'value',
            payout: 'payout',
          })[metric],
      }),
      sums(select, project, some, {
        table: 'events',
        where: `${wasSent} AND event_time < {countedTo}`,
        of: ({ metric }) =>
          ({ conversions: '0', clicks: 'toInt64(1)', revenue: '0', payout: 'click_payout' })[
            metric
          ],
        countedTo,
      }),
    ]);
    for (const [index, one] of some.entries()) {
      const used = Number(conversions[index] ?? 0) + Number(clicks[index] ?? 0);
      found.push({ ...one, used: used.toFixed(4) });
    }
  }
  return found;
}

type Summed = {
  table: string;
  where: string;
  of: (cap: CountedCap) => string;
  countedTo?: Date;
};

/** The sum of each cap over the rows of its period. */
async function sums(
  select: Select,
  project: number,
  some: readonly { cap: CountedCap; from: number; to: number | null }[],
  { table, where, of, countedTo }: Summed,
): Promise<string[]> {
  const isAsked = some.map(({ cap }) => of(cap) !== '0');
  if (!isAsked.includes(true)) return some.map(() => '0');
  const parameters = new Parameters();
  const time = (ms: number) => parameters.millisecond(new Date(ms));
  const columns = some.map(({ cap, from, to }) => {
    const what = of(cap);
    if (what === '0') return `'0'`;
    const conditions = [
      `offer_id = ${parameters.add('String', cap.offerId)}`,
      `event_time >= ${time(from)}`,
      ...(to === null ? [] : [`event_time < ${time(to)}`]),
      ...(cap.affid === null ? [] : [`affid = ${parameters.add('String', cap.affid)}`]),
      ...(table === 'events' ? [] : [`status IN ${parameters.add('Array(String)', cap.counts)}`]),
    ];
    return `toString(sumIf(${what}, ${conditions.join(' AND ')}))`;
  });
  const asked = some.filter((_, index) => isAsked[index]);
  const ids = [...new Set(asked.map(({ cap }) => cap.offerId))];
  const first = Math.min(...asked.map(({ from }) => from));
  const bounded = countedTo ? where.replace('{countedTo}', time(countedTo.getTime())) : where;
  const [row = []] = await select({
    sql: `SELECT ${columns.join(',\n  ')} FROM ${table}
WHERE project_id = ${parameters.add('Int64', project)} AND offer_id IN ${parameters.add('Array(String)', ids)}
  AND event_time >= ${time(first)} AND ${bounded}`,
    parameters: parameters.values,
  });
  return row.map((cell) => cell ?? '0');
}

type SentClicks = { offer: number; affid: string; at: number; clicks: number };

async function store(
  client: pg.PoolClient,
  found: readonly Found[],
  countedTo: Date,
): Promise<void> {
  const offers = [...new Set(found.map(({ cap }) => cap.offer))];
  const ratesOf = await readRates(client, offers);
  const { rows: sent } = await client.query<SentClicks>(
    `select offer_id as offer, affid, extract(epoch from at)::float8 * 1000 as at, clicks::float8 as clicks
     from offer_clicks where offer_id = any($1) and at < $2`,
    [offers, countedTo],
  );
  const until = countedTo.getTime();
  const rows = found.map(({ cap, from, to, used }) => {
    const counts = cap.metric === 'conversions';
    const rates = ratesOf(cap.offer, null, cap.timezone);
    /** The part of the conversions of a click that come from now to the end of the period. */
    const yet = (at: number) =>
      (to === null ? 1 : partWithin(rates.within, to - at)) - partWithin(rates.within, until - at);
    const own = sent.filter(
      ({ offer, affid }) => offer === cap.offer && (cap.affid === null || cap.affid === affid),
    );
    const open = own.reduce((sum, { at, clicks }) => sum + clicks * Math.max(0, yet(at)), 0);
    return {
      cap: cap.id,
      start: new Date(from),
      used,
      isClicks: cap.metric === 'clicks',
      in_flight: counts ? rates.perClick * open : 0,
      per_click: counts ? rates.perClick * Math.max(0, yet(until)) : 0,
    };
  });
  // Clicks after the count are in `offer_clicks` together with what they added to the counter.
  await client.query(
    `insert into offer_counts as known (cap_id, period_start, used, in_flight, per_click, counted_to)
     select given.cap, given.start, given.used + case when given."isClicks" then (
       select coalesce(sum(sent.clicks), 0) from offer_clicks sent, offer_caps cap
       left join affiliates affiliate on affiliate.id = cap.affiliate_id
       where cap.id = given.cap and sent.offer_id = cap.offer_id and sent.at >= greatest($2, given.start)
         and (cap.affiliate_id is null or sent.affid = affiliate.aff_id)
     ) else 0 end, given.in_flight, given.per_click, $2
     from jsonb_to_recordset($1) as given(cap int, start timestamptz, used numeric, "isClicks" boolean,
       in_flight float8, per_click float8)
     where exists (select from offer_caps where id = given.cap)
     order by given.cap
     on conflict (cap_id, period_start) do update set used = excluded.used, in_flight = excluded.in_flight,
       per_click = excluded.per_click, counted_to = excluded.counted_to`,
    [JSON.stringify(rows), countedTo],
  );
}

/** How long clicks are kept by second and by minute, and how long at all. */
const fine = 5 * 60_000;
export const longestClicks = 28 * 24 * HOUR;

type Renewal = {
  project: number;
  caps: readonly CountedCap[];
  countedTo: Date;
  renewed: number;
};

/**
 * Takes the latest clicks from the warehouse, which has all of them also after a crash, and sums up older ones by hour.
 */
async function renewClicks(
  client: pg.PoolClient,
  select: Select,
  { project, caps, countedTo, renewed }: Renewal,
): Promise<void> {
  const offers = new Map(caps.map(({ offer, offerId }) => [offerId, offer]));
  const ids = [...offers.values()];
  const from = new Date(Math.floor((countedTo.getTime() - renewed) / HOUR) * HOUR);
  const parameters = new Parameters();
  const ago = (ms: number) => parameters.millisecond(new Date(countedTo.getTime() - ms));
  const rows = await select({
    sql: `SELECT offer_id, affid, toString(multiIf(event_time >= ${ago(fine)}, toUnixTimestamp(event_time),
    event_time >= ${ago(24 * HOUR)}, toUnixTimestamp(toStartOfMinute(event_time)),
    toUnixTimestamp(toStartOfHour(event_time)))) AS at, toString(count()) FROM events
WHERE project_id = ${parameters.add('Int64', project)} AND offer_id IN ${parameters.add('Array(String)', [...offers.keys()])}
  AND event_time >= ${parameters.millisecond(from)} AND event_time < ${parameters.millisecond(countedTo)} AND ${wasSent}
GROUP BY offer_id, affid, at`,
    parameters: parameters.values,
  });
  await client.query('delete from offer_clicks where offer_id = any($1) and at >= $2 and at < $3', [
    ids,
    from,
    countedTo,
  ]);
  await client.query(
    `insert into offer_clicks (offer_id, affid, at, clicks)
     select offer, affid, to_timestamp(at), clicks
     from jsonb_to_recordset($1) as given(offer int, affid text, at float8, clicks bigint)
     on conflict (offer_id, affid, at) do update set clicks = offer_clicks.clicks + excluded.clicks`,
    [
      JSON.stringify(
        rows.map(([id, affid, at, clicks]) => ({
          offer: offers.get(id ?? ''),
          affid: affid ?? '',
          at: Number(at),
          clicks: Number(clicks),
        })),
      ),
    ],
  );
  await client.query(
    `with older as (
       delete from offer_clicks where offer_id = any($1) and at < $2 and at <> date_trunc('hour', at)
       returning offer_id, affid, date_trunc('hour', at) as at, clicks
     )
     insert into offer_clicks (offer_id, affid, at, clicks)
     select offer_id, affid, at, sum(clicks) from older group by 1, 2, 3
     on conflict (offer_id, affid, at) do update set clicks = offer_clicks.clicks + excluded.clicks`,
    [ids, new Date(countedTo.getTime() - 24 * HOUR)],
  );
  await client.query('delete from offer_clicks where offer_id = any($1) and at < $2', [
    ids,
    new Date(countedTo.getTime() - longestClicks),
  ]);
}
