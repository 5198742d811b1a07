import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { RawEvent } from '#server/attribution/raw-events.ts';
import { requestRecompute } from '#server/pipeline/request-recompute.ts';
import { createProject } from '#server/projects/repository.ts';
import { connectWarehouse } from '#server/warehouse/connect.ts';
import {
  type History,
  histories,
  type Order,
  reportsOf,
} from '#tests/unit/attribution/offer-histories.ts';
import { payoutsOf } from '#tests/unit/attribution/payout-reference.ts';
import { click, HOUR, NOON } from '#tests/unit/attribution/samples.ts';
import { browser } from '../collect/public/fixture.ts';
import { select } from '../pipeline/inbox-events.ts';
import { outerStores, startProcess } from '../stores/outer-stores.ts';
import { log, openTemporary } from '../stores/temporary-stores.ts';
import { hasOwnKeys, storeHistory } from './stored-history.ts';

const unlimited = { COLLECT_RATE_NETWORK: '100000', COLLECT_RATE_PIXEL: '100000' };
const linkClicks = 6;

/** Clicks of servers have no pins, and no two orders come at the same moment. */
const reported = ({ offers, clicks, orders }: History): History => ({
  offers,
  clicks: clicks.map((one) => ({ ...one, terms_id: 0, offer_route: '', cap_id: 0 })),
  orders: orders.map((one, index) => ({ ...one, hour: one.hour + index / 64, decision: null })),
});

const iso = (time: number) => new Date(time).toISOString();

const eventsOf = ({ clicks, orders }: History): object[] => [
  ...clicks.map(({ click_id, affid, offer_id, country, device, time }) => ({
    ...{ event_name: 'click', event_id: click_id, event_time: iso(time) },
    ...{ click_id, affid, offer_id, device },
    ...(country === 'ZZ' ? {} : { country }),
  })),
  ...orders.flatMap(reportsOf).map(reportIn),
];

const reportIn = ({ uid, name, side, time, order_id, click_id, value, ...more }: RawEvent) => ({
  ...{ event_name: name, delivery_id: uid, event_time: iso(time), source: side },
  ...{ order_id, value },
  ...(click_id === '' ? {} : { click_id }),
  ...(more.goal ? { goal: more.goal } : {}),
  ...(more.status_assumed === 1 || name === 'refund' ? {} : { status: more.status }),
});

async function start() {
  const { settings, pool } = await outerStores();
  const processes = await Promise.all(
    [0, 1].map(() => startProcess({ ...settings, ...unlimited })),
  );
  const warehouse = await connectWarehouse({
    dataDir: await openTemporary(),
    clickhouseUrl: settings.CLICKHOUSE_URL,
    log,
  });
  onTestFinished(() => warehouse.stop());
  return { processes, pool, warehouse };
}

type Clicked = Record<'click_id' | 'affid' | 'country' | 'device' | 'at', string> & {
  terms_id: number;
};
type Sold = Record<'click_id' | 'order_id' | 'value' | 'at', string>;

type Product = Awaited<ReturnType<typeof start>>;

async function company({ pool, processes, warehouse }: Product, history: History) {
  const { project, collectKey } = await createProject(pool, {
    ...{ name: 'Acme', createdBy: null, url: 'https://shop.test/' },
    timezone: 'America/New_York',
  });
  const own = await storeHistory(pool, project.id, reported(history));
  const { rows } = await pool.query<{ key: string }>(
    'select public_key as key from master_pixels where project_id = $1 and is_primary',
    [project.id],
  );
  const events = eventsOf(own);

  /** Sends all events in some order, in small requests to the processes in turns. */
  async function report(seed: number): Promise<void> {
    const [shuffled = []] = fc.sample(fc.shuffledSubarray(events, { minLength: events.length }), {
      ...{ seed, numRuns: 1 },
    });
    for (let from = 0; from < shuffled.length; from += 5) {
      const url = `${processes[(seed + from / 5) % 2]}/api/v1/collect/server/?backfill=1`;
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Token ${collectKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ events: shuffled.slice(from, from + 5) }),
      });
      const body = await answer.text();
      expect([answer.status, JSON.parse(body).rejected], body).toEqual([202, []]);
    }
  }

  /** Follows links at one process, and reports a conversion of each click to the other. */
  async function follow(): Promise<void> {
    for (let turn = 0; turn < linkClicks; turn += 1) {
      const [one, other] = turn % 2 === 0 ? processes : [...processes].reverse();
      const link = `${one}/t/c/${1_001 + (turn % 2)}?offer=101&format=json&k=${rows[0]?.key}`;
      const answer = await fetch(link, { headers: { 'user-agent': browser } });
      expect(answer.status).toBe(200);
      const { click_id } = await answer.json();
      const report = `key=${collectKey}&click_id=${click_id}&txid=live-${turn}&event=purchase&value=${turn}7.35`;
      for (const again of [other, one]) {
        expect((await fetch(`${again}/t/pb?${report}`)).status).toBe(200);
      }
    }
  }

  /** The history with what links and postbacks added to it. */
  async function whole(): Promise<History> {
    const live = await select<Clicked>(
      warehouse,
      `SELECT click_id, affid, country, device, terms_id, toString(toUnixTimestamp64Milli(event_time)) AS at
       FROM events WHERE project_id = {project:UInt32} AND offer_route = 'offer' ORDER BY event_time`,
      { project: project.id },
    );
    const touches = live.map(({ at, ...fields }) =>
      click({ ...fields, uid: fields.click_id, time: Number(at), offer_route: 'offer' }),
    );
    const sales = await select<Sold>(
      warehouse,
      `SELECT click_id, order_id, toString(value) AS value, toString(toUnixTimestamp64Milli(event_time)) AS at
       FROM events WHERE project_id = {project:UInt32} AND startsWith(order_id, 'live-')
       ORDER BY event_time`,
      { project: project.id },
    );
    const orders = sales.map(
      ({ at, order_id, value, click_id }): Order => ({
        ...{ name: order_id, cents: Math.round(100 * Number(value)), goal: '' },
        click: own.clicks.length + touches.findIndex((one) => one.click_id === click_id),
        hour: (Number(at) - NOON) / HOUR,
        ...{ isSilent: true, update: null, refunds: [], decision: null, isSeenByBrowser: false },
      }),
    );
    expect([touches.length, orders.length]).toEqual([linkClicks, linkClicks]);
    return { ...own, clicks: [...own.clicks, ...touches], orders: [...own.orders, ...orders] };
  }

  async function paid(): Promise<bigint> {
    const [row] = await select<{ sum: string }>(
      warehouse,
      `SELECT toDecimalString(sum(payout), 4) AS sum FROM conversions FINAL
       WHERE project_id = {project:UInt32} AND side = 'server' AND excluded_reason = ''`,
      { project: project.id },
    );
    return BigInt((row?.sum ?? '0').replace('.', ''));
  }
  return { id: project.id, report, follow, whole, paid };
}

const samples = fc.sample(histories.filter(hasOwnKeys), { seed: 61, numRuns: 4 });

it('payouts add up to those of the orders alone, whatever two processes heard first and twice', async () => {
  const product = await start();
  const { pool } = product;
  const settled = async () => {
    const waiting = async () => {
      const { rows } = await pool.query(
        'select (select count(*) from inbox)::int + (select count(*) from pending_refresh)::int as n',
      );
      return rows[0]?.n;
    };
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  };
  const companies = await Promise.all(samples.map((history) => company(product, history)));
  await Promise.all(companies.map((one, index) => one.report(index)));
  await Promise.all(companies.map((one) => one.follow()));
  await settled();
  const expected = await Promise.all(
    companies.map(async (one) => payoutsOf(await one.whole(), one.id)),
  );
  const paid = () => Promise.all(companies.map((one) => one.paid()));
  await expect.poll(paid, { timeout: 60_000 }).toEqual(expected);

  await Promise.all(companies.map((one, index) => one.report(index + 1)));
  for (const { id } of companies) await requestRecompute(pool, id);
  await settled();
  expect(await paid()).toEqual(expected);
}, 240_000);
