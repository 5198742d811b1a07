import type { ClickHouseClient } from '@clickhouse/client';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { orm } from '#server/database/orm.ts';
import { splitTestPhases, splitTests } from '#server/database/schema/split-tests.ts';
import { takeSnapshot } from '#server/split-tests/take-snapshot.ts';
import { findTest } from '#server/split-tests/test-rows.ts';
import type { Stores } from '#server/stores.ts';
import { linkTo, testLinkTo } from './collect.ts';
import { ingestInTurns } from './ingest.ts';
import { type Place, settle, storesOf } from './prepare.ts';
import { seed } from './seed.ts';
import { startServer } from './server.ts';
import { percentile } from './statistics.ts';
import { count, type Line, mark, ms } from './table.ts';

const DAY = 86_400_000;
const days = 28;
const units = 1_000_000;
/** One unit in so many converts. */
const oneOf = 20;

const variants = ['A', 'B'] as const;
const id = 'bench-test';
const slug = 'bench';

type Print = (title: string, head: Line, lines: readonly Line[]) => void;

/** Adds a test of a million visitors, evenly over four weeks; one in twenty buys within two days. */
async function addTest(
  { database, warehouse }: Pick<Stores, 'database' | 'warehouse'>,
  { projectId }: Place,
  now: Date,
): Promise<void> {
  const startedAt = new Date(now.getTime() - days * DAY);
  const db = orm(database.pool);
  await db.insert(splitTests).values({
    id,
    projectId,
    slug,
    name: 'Bench',
    hypothesis: '',
    kind: 'page',
    unit: 'visitor',
    status: 'running',
    goal: { type: 'revenue_per_unit', event: '', window_hours: 72, direction: 'up' },
    guardrails: [],
    variants: variants.map((key) => ({
      key,
      name: key,
      is_control: key === 'A',
      weight_bp: 5_000,
      url: `https://shop.test/${key}`,
      offer: null,
    })),
    mdeRel: 0.1,
    alpha: 0.05,
    minRuntimeDays: 7,
    maxRuntimeDays: 42,
    minConversions: 25,
    trafficPct: 100,
    seed: '0123456789abcdef',
    previewToken: 'bench',
    plannedUnits: units,
    startedAt,
    version: 1,
    createdAt: startedAt,
    updatedAt: startedAt,
  });
  await db.insert(splitTestPhases).values({
    testId: id,
    n: 1,
    startedAt,
    weights: { A: 5_000, B: 5_000 },
    trafficPct: 100,
    reason: 'The test started.',
  });
  await addUnits(warehouse.writer, { projectId, startedAt });
}

type Units = { projectId: number; startedAt: Date };

async function addUnits(writer: ClickHouseClient, { projectId, startedAt }: Units) {
  const pace = Math.floor((days * DAY) / units);
  const time = `fromUnixTimestamp64Milli(toInt64(${startedAt.getTime()}) + number * ${pace})`;
  const person = `concat('v_x', lower(hex(cityHash64('unit', number)))) AS visitor_id,
    concat('ck_x', lower(hex(cityHash64('click', number)))) AS click_id`;
  await writer.command({
    query: `INSERT INTO events (project_id, event_name, event_time, ingested_at, event_uid, side, visitor_id, click_id,
      test_id, test_variant, test_phase)
    SELECT ${projectId}, 'experiment_exposure', ${time} AS at, at + INTERVAL 1 SECOND,
      lower(hex(cityHash64('exposure', number))), 'browser', ${person}, '${id}', ['A', 'B'][1 + number % 2], 1
    FROM numbers(${units})`,
  });
  await writer.command({
    query: `INSERT INTO conversion_versions (project_id, conversion_id, side, version, known_at, record, event_name,
      event_time, event_uid, value, payout, status, visitor_id, click_id)
    SELECT ${projectId}, concat('c_x', toString(number)), 'server', arrayJoin([1, 2]),
      ${time} + INTERVAL number % 48 HOUR AS at, 'conversion', 'purchase', at, concat('o_x', toString(number)),
      toDecimal64(15 + (cityHash64(number) % 18000) / 100, 4), toDecimal64(10, 4), 'approved', ${person}
    FROM numbers(${units}) WHERE intDiv(number, 2) % ${oneOf} = 0`,
  });
}

/** How long it takes to compute a snapshot, in milliseconds, as the job does. */
async function computeTimes(
  stores: Pick<Stores, 'database' | 'warehouse'>,
  place: Place,
  { now, turns }: { now: Date; turns: number },
): Promise<number[]> {
  await addTest(stores, place, now);
  const { pool } = stores.database;
  const { select } = createWarehouseReads(stores.warehouse.reader);
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const test = await findTest(pool, id);
    if (!test) throw new Error('The test is not there.');
    // A minute later each time, so that no answer is one that was kept.
    const asOf = new Date(now.getTime() + turn * 60_000);
    const began = performance.now();
    await takeSnapshot({ pool, select, now: () => asOf, watermark: async () => asOf }, test);
    times.push(performance.now() - began);
  }
  return times;
}

/** How long an answer with the results takes, in milliseconds. */
async function readTimes(url: string, { token }: Place, requests: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < requests; turn += 1) {
    const began = performance.now();
    const answer = await fetch(`${url}/api/v1/split-tests/${id}/results/`, {
      headers: { authorization: `Token ${token}` },
    });
    await answer.json();
    if (!answer.ok) throw new Error(`The results answered ${answer.status}.`);
    times.push(performance.now() - began);
  }
  return times;
}

/** Snapshots of a test of a million visitors among so many events, and its link beside one that splits nothing. */
export async function benchSplitTests(
  folder: string,
  { rows, requests, print }: { rows: number; requests: number; print: Print },
): Promise<void> {
  const now = new Date();
  const stores = await storesOf(folder);
  let place: Place;
  let computed: number[];
  try {
    place = await settle(stores.database.pool);
    const { projectId } = place;
    await seed({
      warehouse: stores.warehouse.writer,
      projectId,
      rows: Math.max(rows - units, 20_000),
      now,
    });
    computed = await computeTimes(stores, place, { now, turns: 5 });
  } finally {
    await stores.stop();
  }
  const unlimited = { COLLECT_RATE_NETWORK: '1000000', COLLECT_RATE_PIXEL: '1000000' };
  const server = await startServer(folder, unlimited);
  try {
    const read = await readTimes(server.url, place, requests);
    print(
      `${count(rows)} events, a split test of ${count(units)} visitors`,
      ['', 'p50 ms', 'p95 ms', 'target', ''],
      [
        timesLine('a snapshot is computed', computed, 5_000),
        timesLine('results are read', read, 800),
      ],
    );
    const pair = [
      linkTo(place.pixelKey, '', '/t/c/'),
      testLinkTo(place.pixelKey, slug, '/t/x/'),
    ] as const;
    const [plain, split] = await ingestInTurns(pair, { port: server.port, turns: 20 });
    print(
      'Links, in turns of half a second, 32 connections',
      ['', 'clicks/s', 'p50 ms', 'p99 ms', 'refused', 'adds ms', '≤ 3'],
      [plain, split].map(({ name, perSecond, p50, p99, refused }) => [
        ...[name, count(perSecond), ms(p50), ms(p99), count(refused)],
        ms(p50 - plain.p50),
        mark(p50 - plain.p50 <= 3),
      ]),
    );
  } finally {
    await server.stop();
  }
}

const timesLine = (name: string, times: readonly number[], target: number): Line => {
  const p95 = percentile(times, 0.95);
  return [name, ms(percentile(times, 0.5)), ms(p95), `< ${count(target)}`, mark(p95 < target)];
};
