import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { addOffer } from './offers.ts';
import { startTwo, type TwoProcesses } from './outer-stores.ts';
import { cellOf, type Place, settle } from './prepare.ts';
import { percentile } from './statistics.ts';
import { count, type Line, mark, ms } from './table.ts';

type Print = (title: string, head: Line, lines: readonly Line[]) => void;
type Policy = 'redirect' | 'accept_unpaid';

const clicksPerSecond = 500;
const lag = 5_000;
/** One of so many clicks that reach the offer converts. */
const oneOf = 5;
const most = 1_000;
const mostPaid = 1_130;
const longest = 180_000;

/** Caps of offers while two processes send clicks, and after one of them is killed. */
export async function benchCaps(folder: string, clicks: number, print: Print): Promise<void> {
  const unlimited = { COLLECT_RATE_NETWORK: '1000000', COLLECT_RATE_PIXEL: '1000000' };
  const two = await startTwo(folder, unlimited);
  try {
    const place = await settle(two.pool);
    const rig = { ...two, place };
    const runs: [string, Run][] = [];
    for (const [title, policy, isKnown] of [
      ['redirect', 'redirect', true],
      ['redirect, nothing known of the offer', 'redirect', false],
      ['accept unpaid', 'accept_unpaid', true],
    ] as const) {
      const offer = await addCapped(rig, { policy, isKnown, id: 101 + 10 * runs.length });
      runs.push([title, await deliver(rig, offer, clicks)]);
    }
    printRuns(runs, clicks, print);
    await benchKill(rig, print);
  } finally {
    await two.stop();
  }
}

type Rig = TwoProcesses & { place: Place };
type CappedOffer = { offerId: string; cap: number; clickCap: number };

/** Around midnight of UTC the day of a cap is one of Tokyo, so that no run begins on one day and ends on the next. */
const zone = () => ([23, 0].includes(new Date().getUTCHours()) ? 'Asia/Tokyo' : 'UTC');

type Wanted = { policy: Policy; isKnown: boolean; id: number; withClicks?: boolean };

/** An offer with a cap of conversions and a fallback offer. */
async function addCapped(
  { pool, warehouse, place }: Rig,
  { policy, isKnown, id, withClicks = false }: Wanted,
): Promise<CappedOffer> {
  const [offerId, elsewhere] = [`${id}`, `${id + 1}`];
  const common = { projectId: place.projectId, timezone: zone() };
  const fallbackOfferId = await addOffer(pool, { ...common, offerId: elsewhere, pays: '5' });
  const row = await addOffer(pool, {
    ...common,
    ...{ offerId, fallbackOfferId, overCapPolicy: policy, pays: '12' },
    caps: [
      { metric: 'conversions', most },
      ...(withClicks ? [{ metric: 'clicks', most: 1_000_000 } as const] : []),
    ],
  });
  const { rows } = await pool.query<{ id: number }>(
    'select id from offer_caps where offer_id = $1 order by id',
    [row],
  );
  if (isKnown) await addHistory(warehouse, { projectId: place.projectId, offerId });
  return { offerId, cap: rows[0]?.id ?? 0, clickCap: rows[1]?.id ?? 0 };
}

const historyClicks = 10_000;

/** Two days ago the offer's clicks converted as they will. */
async function addHistory(
  warehouse: ClickHouseClient,
  { projectId, offerId }: { projectId: number; offerId: string },
): Promise<void> {
  const time = `now64(3) - toIntervalHour(48) + toIntervalMillisecond(number * 20)`;
  const own = `${projectId} AS project_id, '1001' AS affid, '${offerId}' AS offer_id, concat('history-${offerId}-', toString(number)) AS`;
  await warehouse.command({
    query: `INSERT INTO events (project_id, affid, offer_id, event_uid, event_name, event_time, ingested_at, side, status, offer_route)
SELECT ${own} event_uid, 'click', ${time} AS event_time, event_time, 'server', 'approved', 'offer' FROM numbers(${historyClicks})`,
  });
  await warehouse.command({
    query: `INSERT INTO conversions (project_id, affid, offer_id, conversion_id, side, version, record, event_name, click_time, event_time,
  known_at, value, raw_count, raw_value, payout, status, attributed, user_key)
SELECT ${own} conversion_id, 'server', 1, 'conversion', 'purchase', ${time} AS click_time,
  click_time + toIntervalMillisecond(${lag}) AS event_time, event_time, 50, 1, 50, 12, 'approved', 1, number
FROM numbers(${historyClicks}) WHERE number % ${oneOf} = 0`,
  });
}

type Answered = { clickId: string; host: string; at: number; took: number };

type Sent = {
  clicks: (Answered | null)[];
  /** The ids of the clicks whose conversions were reported, by the host that they were sent to. */
  reported: { clickId: string; host: string }[];
  /** What was answered in place of a redirect or a receipt, and how often; 0 without an answer. */
  failed: Map<number, number>;
};

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

function get(port: number, path: string): Promise<{ status: number; location: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': phone };
    const sent = request({ agent, port, path, headers, host: '127.0.0.1' }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '' }),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
}

type Sending = {
  clicks: number;
  /** Called before each click with its number. */
  onTurn?: (turn: number) => void;
  portOf: (turn: number) => number;
};

/** Sends clicks at a steady pace, and after the lag the conversions of one in five. */
async function send(
  { place }: Rig,
  offerId: string,
  { clicks, onTurn, portOf }: Sending,
): Promise<Sent> {
  const found: Sent = {
    clicks: Array.from({ length: clicks }, () => null),
    reported: [],
    failed: new Map(),
  };
  const open: Promise<void>[] = [];
  const turns = new Map<string, number>();
  const began = performance.now();

  const fail = (status: number) => found.failed.set(status, (found.failed.get(status) ?? 0) + 1);

  const convert = async ({ clickId, host, at }: Answered, turn: number) => {
    await delay(Math.max(0, at + lag - performance.now()));
    const path = `/t/pb?key=${place.collectKey}&click_id=${clickId}&txid=${offerId}-${turn}&value=50&event=purchase`;
    for (let tries = 0; tries < 20; tries += 1) {
      const answer = await get(portOf(turn), path).catch(() => null);
      if (answer?.status === 200) {
        found.reported.push({ clickId, host });
        return;
      }
      await delay(250);
    }
    fail(0);
  };
  const follow = async (turn: number) => {
    const sentAt = performance.now();
    const path = `/t/c/1001?offer=${offerId}&k=${place.pixelKey}`;
    const answer = await get(portOf(turn), path).catch(() => null);
    if (answer?.status !== 302) {
      fail(answer?.status ?? 0);
      return;
    }
    const { host, searchParams } = new URL(answer.location);
    const at = performance.now();
    const click = { clickId: searchParams.get('c') ?? '', host, at, took: at - sentAt };
    found.clicks[turn] = click;
    const nth = turns.get(host) ?? 0;
    turns.set(host, nth + 1);
    if (nth % oneOf === oneOf - 1) await convert(click, turn);
  };

  for (let turn = 0; turn < clicks; turn += 1) {
    const wait = began + (turn * 1_000) / clicksPerSecond - performance.now();
    if (wait > 0) await delay(wait);
    onTurn?.(turn);
    open.push(follow(turn));
  }
  await Promise.all(open);
  return found;
}

type Run = {
  failed: string;
  perSecond: number;
  p99: number;
  /** How many clicks had been sent to the offer, and how many seconds had passed, at the first that was not. */
  firstElsewhere: { sent: number; seconds: number } | null;
  sent: number;
  conversions: number;
  paid: number;
  unpaidPromises: number;
  /** Clicks, or unpaid conversions, that do not name the cap. */
  withoutReason: number;
  overCap: number;
  conversionsElsewhere: number;
};

async function deliver(rig: Rig, offer: CappedOffer, clicks: number): Promise<Run> {
  const { servers, pool, warehouse, place } = rig;
  const { offerId, cap } = offer;
  await counted(pool, cap);
  const began = performance.now();
  const sent = await send(rig, offerId, {
    clicks,
    portOf: (turn) => servers[turn % 2 === 0 ? 0 : 1].port,
  });
  const answered = sent.clicks.flatMap((one) => one ?? []);
  const seconds = (Math.max(...answered.map(({ at }) => at)) - began) / 1_000;
  await settled(rig, offer, sent);
  const own = `project_id = ${place.projectId}`;
  const numberOf = async (query: string) => Number(await cellOf(warehouse, query));
  const events = `events WHERE ${own} AND event_uid NOT LIKE 'history-%' AND event_name = 'click' AND (offer_id = '${offerId}' OR linked_offer = '${offerId}')`;
  const conversions = `conversions FINAL WHERE ${own} AND conversion_id NOT LIKE 'history-%' AND side = 'server' AND offer_id = '${offerId}'`;
  const promised = `click_id IN (SELECT click_id FROM ${events} AND offer_route = 'offer')`;
  const firstAt = await cellOf(
    warehouse,
    `SELECT toString(minIf(event_time, offer_reason = 'cap')) FROM ${events}`,
  );
  const isFull = !firstAt.startsWith('1970');
  const before = isFull
    ? await numberOf(
        `SELECT count() FROM ${events} AND event_time < '${firstAt}' AND offer_route = 'offer'`,
      )
    : 0;
  const passed = isFull
    ? await numberOf(
        `SELECT dateDiff('millisecond', min(event_time), toDateTime64('${firstAt}', 3, 'UTC')) FROM ${events}`,
      )
    : 0;
  const unpaid = await numberOf(
    `SELECT count() FROM ${conversions} AND NOT (${promised}) AND payout = 0 AND unpaid_reason = 'over_cap' AND cap_id = ${cap}`,
  );
  return {
    failed: failures(sent),
    perSecond: answered.length / seconds,
    p99: percentile(
      answered.map(({ took }) => took),
      0.99,
    ),
    firstElsewhere: isFull ? { sent: before, seconds: passed / 1_000 } : null,
    sent: await numberOf(`SELECT count() FROM ${events} AND offer_route = 'offer'`),
    conversions: await numberOf(`SELECT count() FROM ${conversions} AND ${promised}`),
    paid: await numberOf(`SELECT count() FROM ${conversions} AND payout > 0`),
    unpaidPromises: await numberOf(
      `SELECT count() FROM ${conversions} AND ${promised} AND payout != 12`,
    ),
    withoutReason:
      (await numberOf(
        `SELECT count() FROM ${events} AND offer_route != 'offer' AND NOT (offer_reason = 'cap' AND cap_id = ${cap})`,
      )) +
      (await numberOf(`SELECT count() FROM ${conversions} AND NOT (${promised})`)) -
      unpaid,
    overCap: unpaid,
    conversionsElsewhere: sent.reported.filter(({ host }) => host !== `offer-${offerId}.test`)
      .length,
  };
}

const failures = ({ failed }: Sent): string =>
  [...failed].map(([status, times]) => `${count(times)} × ${status || 'none'}`).join(', ') || '0';

/** Waits until the cap was counted once, so that what is usual of the offer is known. */
async function counted(pool: pg.Pool, cap: number, since = new Date(0)): Promise<void> {
  const end = performance.now() + longest;
  while (performance.now() < end) {
    const { rowCount } = await pool.query(
      'select from offer_counts where cap_id = $1 and counted_to > $2',
      [cap, since],
    );
    if (rowCount) return;
    await delay(200);
  }
  throw new Error('The cap was not counted.');
}

/** Waits until all clicks and conversions are in the warehouse. */
async function settled({ warehouse, place }: Rig, { offerId }: CappedOffer, sent: Sent) {
  const end = performance.now() + longest;
  const fallback = String(Number(offerId) + 1);
  const query = `SELECT count() FROM conversions FINAL WHERE project_id = ${place.projectId} AND side = 'server'
    AND conversion_id NOT LIKE 'history-%' AND offer_id IN ('${offerId}', '${fallback}')`;
  while (Number(await cellOf(warehouse, query)) < sent.reported.length) {
    if (performance.now() > end) throw new Error('Conversions are missing.');
    await delay(200);
  }
}

function printRuns(runs: readonly [string, Run][], clicks: number, print: Print): void {
  print(
    `${count(clicks)} clicks at ${clicksPerSecond} a second through two processes, one in ${oneOf} converts after ${lag / 1_000} s, cap of ${count(most)} conversions`,
    [
      '',
      'clicks/s',
      'p99 ms',
      'failed',
      'full after s',
      'sent until then',
      'expected of them',
      'sent in all',
    ],
    runs.map(([title, run]) => [
      title,
      count(run.perSecond),
      ms(run.p99),
      run.failed,
      run.firstElsewhere ? run.firstElsewhere.seconds.toFixed(1) : '–',
      run.firstElsewhere ? count(run.firstElsewhere.sent) : '–',
      run.firstElsewhere ? count(run.firstElsewhere.sent / oneOf) : '–',
      count(run.sent),
    ]),
  );
  print(
    'What was paid',
    [
      '',
      'conversions promised',
      'paid',
      `≤ ${count(mostPaid)}`,
      'promised, unpaid',
      '',
      'without a reason',
      '',
      'over cap, unpaid',
      'of the fallback',
    ],
    runs.map(([title, run]) => [
      title,
      count(run.conversions),
      count(run.paid),
      mark(run.paid <= mostPaid),
      count(run.unpaidPromises),
      mark(run.unpaidPromises === 0),
      count(run.withoutReason),
      mark(run.withoutReason === 0),
      count(run.overCap),
      count(run.conversionsElsewhere),
    ]),
  );
}

/** Kills a process among its clicks, and compares the counters with what is stored once the job has counted. */
async function benchKill(rig: Rig, print: Print): Promise<void> {
  const { servers, pool, warehouse, place } = rig;
  const offer = await addCapped(rig, {
    policy: 'redirect',
    isKnown: true,
    id: 201,
    withClicks: true,
  });
  const { offerId, cap, clickCap } = offer;
  await counted(pool, cap);
  const clicks = 3_000;
  let isKilled = false;
  const sent = await send(rig, offerId, {
    clicks,
    portOf: (turn) => servers[isKilled || turn % 2 === 0 ? 0 : 1].port,
    onTurn: (turn) => {
      if (turn !== clicks / 2) return;
      process.kill(servers[1].pid, 'SIGKILL');
      isKilled = true;
    },
  });
  await settled(rig, offer, sent);
  const readUsed = async (id: number) => {
    const { rows } = await pool.query<{ used: number }>(
      'select used::float8 as used from offer_counts where cap_id = $1 order by period_start desc limit 1',
      [id],
    );
    return rows[0]?.used ?? 0;
  };
  const before = await Promise.all([cap, clickCap].map(readUsed));
  // Counts run a minute apart, and reach up to the events that still wait for the warehouse.
  await counted(pool, clickCap, new Date());
  const after = await Promise.all([cap, clickCap].map(readUsed));
  const own = `project_id = ${place.projectId} AND offer_id = '${offerId}'`;
  const stored = await Promise.all(
    [
      `SELECT count() FROM conversions FINAL WHERE ${own} AND conversion_id NOT LIKE 'history-%' AND side = 'server' AND excluded_reason = '' AND unpaid_reason = ''`,
      `SELECT count() FROM events WHERE ${own} AND event_uid NOT LIKE 'history-%' AND event_name = 'click' AND offer_route = 'offer'`,
    ].map(async (query) => Number(await cellOf(warehouse, query))),
  );
  print(
    `One of two processes killed (kill -9) among ${count(clicks)} clicks; without a redirect: ${failures(sent)}`,
    ['cap', 'counter at once', 'counter after the job', 'stored', ''],
    ['conversions', 'clicks'].map((name, index) => [
      name,
      count(before[index] ?? 0),
      count(after[index] ?? 0),
      count(stored[index] ?? 0),
      mark(after[index] === stored[index]),
    ]),
  );
}
