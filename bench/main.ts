import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '#server/platform/project-root.ts';
import { calls, type Span } from './calls.ts';
import { benchCaps } from './caps.ts';
import { benchBytes, benchMemory, benchRows, benchViews, ninetyDays, today } from './client.ts';
import { linkTo, visibleAfter, waysOf } from './collect.ts';
import { logCalls } from './conversion-log.ts';
import { gather, openAtOnce } from './crowd.ts';
import { openDashboard, type Timed } from './dashboard.ts';
import { demoTimes } from './demo.ts';
import { benchFunnels } from './funnels.ts';
import { machine } from './hardware.ts';
import { ingest, ingestOver } from './ingest.ts';
import { addCompared, compareLinks, decisionTimes } from './offers.ts';
import { measurer, settle, storesOf } from './prepare.ts';
import { type Memory, memoryBelow } from './processes.ts';
import { mergeRested, seed } from './seed.ts';
import { startServer } from './server.ts';
import { benchSplitTests } from './split-tests.ts';
import { percentile } from './statistics.ts';
import { count, type Line, mark, mebibytes, ms, tableOf } from './table.ts';
import type { Site } from './visits.ts';

const isQuick = process.argv.includes('--quick');
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);
const sizes = isQuick ? [1_000_000] : [1_000_000, 10_000_000];
const requests = isQuick ? 12 : 30;

/** The allowed time of a call, compared with its bare statements. */
const allowed = (bare: number): number => 1.5 * bare + 15;
const oneDay = 100;
const largestCrowd = 20;
const wantedPerSecond = 5_000;

/** Prints the measured figures beside the targets. It never fails. */
async function main(): Promise<void> {
  build();
  console.log(machine());
  if (!only || only === 'ingest') await withFolder(benchIngest);
  if (!only || only === 'collect') await withFolder(benchCollect);
  if (!only || only === 'caps') {
    await withFolder((folder) => benchCaps(folder, isQuick ? 6_000 : 10_000, print));
  }
  if (!only || only === 'demo') await withFolder(benchDemo);
  if (!only || only === 'queries') {
    for (const rows of sizes) await withFolder((folder) => benchQueries(folder, rows));
  }
  if (!only || only === 'crowd') await withFolder(benchCrowd);
  if (!only || only === 'log') await withFolder(benchLog);
  if (!only || only === 'funnels') {
    for (const rows of sizes) await withFolder((folder) => benchFunnelsOf(folder, rows));
  }
  if (!only || only === 'split-tests') {
    const rows = sizes.at(-1) ?? 0;
    await withFolder((folder) => benchSplitTests(folder, { rows, requests, print }));
  }
  if (!only || only === 'bytes') await benchBytes(print);
  if (!only || only === 'client') {
    for (const rows of sizes) await withFolder((folder) => benchClient(folder, rows));
  }
}

function build(): void {
  const script = "import('./scripts/prepare.mjs').then((prepare) => prepare.buildWhenStale())";
  const { status } = spawnSync(process.execPath, ['-e', script], {
    cwd: projectRoot,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-bench-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchIngest(folder: string): Promise<void> {
  const first = await startServer(folder);
  await first.stop();
  const stores = await storesOf(folder);
  const { collectKey } = await settle(stores.database.pool);
  await stores.stop();
  const server = await startServer(folder);
  try {
    const idle = memoryBelow(server.pid);
    const results = [];
    for (const batch of [1, 100]) {
      results.push(
        await ingest({ port: server.port, key: collectKey, batch, seconds: isQuick ? 4 : 10 }),
      );
      await delay(2_000);
    }
    const busy = memoryBelow(server.pid);
    print(
      'Events acknowledged at 32 connections',
      ['', 'events/s', 'p50 ms', 'p99 ms', 'refused', `target ${count(wantedPerSecond)}/s`],
      results.map((one) => [
        one.name,
        count(one.perSecond),
        ms(one.p50),
        ms(one.p99),
        count(one.refused),
        mark(one.perSecond >= wantedPerSecond),
      ]),
    );
    print(
      'Start, until /readyz answers',
      ['', 'seconds', 'target'],
      [
        ['first (empty DATA_DIR)', (first.readyAfter / 1_000).toFixed(2), ''],
        [
          'second',
          (server.readyAfter / 1_000).toFixed(2),
          `${mark(server.readyAfter < 8_000)} < 8 s`,
        ],
      ],
    );
    print(
      'Memory',
      ['', 'app', 'engine', 'PostgreSQL'],
      [memoryLine('idle after start', idle), memoryLine('after taking events', busy)],
    );
  } finally {
    await server.stop();
  }
}

/** The ingest endpoints by way and kind, and the time until events are visible. */
async function benchCollect(folder: string): Promise<void> {
  const stores = await storesOf(folder);
  const { pool } = stores.database;
  const place = await settle(pool);
  await addCompared(pool, place);
  const decided = await decisionTimes(pool, place);
  await stores.stop();
  const unlimited = { COLLECT_RATE_NETWORK: '1000000', COLLECT_RATE_PIXEL: '1000000' };
  const server = await startServer(folder, unlimited);
  try {
    const visible = await visibleAfter(server.url, place, isQuick ? 20 : 100);
    const [p50, p99] = [percentile(visible, 0.5), percentile(visible, 0.99)];
    print(
      'From the answer to a page until its sale is on the dashboard, nothing else going on',
      ['', 'p50 ms', 'p99 ms', 'target', ''],
      [['a purchase', ms(p50), ms(p99), '< 2000', mark(p99 < 2_000)]],
    );
    const compared = await compareLinks((query, name) => linkTo(place.pixelKey, query, name), {
      port: server.port,
      turns: isQuick ? 10 : 40,
    });
    print(
      'Clicks of links with an offer, in turns of half a second with clicks without one, 32 connections',
      ['', 'clicks/s', 'p99 ms', 'refused', 'without', 'p99 ms', 'median ratio', '≥ 0.90'],
      compared.map(({ name, own, without, ratio }) => [
        name,
        count(own.perSecond),
        ms(own.p99),
        count(own.refused + without.refused),
        count(without.perSecond),
        ms(without.p99),
        ratio.toFixed(3),
        mark(ratio >= 0.9),
      ]),
    );
    print(
      'The decision about a click itself',
      ['', 'p50 µs', 'p99 µs', 'most µs', 'p99 < 1,000'],
      [
        [
          'offer with terms, a cap and a fallback',
          ms(percentile(decided, 0.5)),
          ms(percentile(decided, 0.99)),
          ms(percentile(decided, 1)),
          mark(percentile(decided, 0.99) < 1_000),
        ],
      ],
    );
    const lines: Line[] = [];
    for (const way of waysOf(place)) {
      const one = await ingestOver(way, { port: server.port, seconds: isQuick ? 2 : 8 });
      lines.push([one.name, count(one.perSecond), ms(one.p50), ms(one.p99), count(one.refused)]);
      await delay(1_000);
    }
    print(
      'Events acknowledged at 32 connections, by way and kind',
      ['', 'events/s', 'p50 ms', 'p99 ms', 'refused'],
      lines,
    );
  } finally {
    await server.stop();
  }
}

async function benchDemo(folder: string): Promise<void> {
  const { firstFigures, wholeHistory } = await demoTimes(folder);
  print(
    'Demo, from the start in an empty DATA_DIR',
    ['', 'seconds', 'target'],
    [
      ['first figures', (firstFigures / 1_000).toFixed(1), `${mark(firstFigures < 60_000)} < 60 s`],
      ['the whole history', (wholeHistory / 1_000).toFixed(1), ''],
    ],
  );
}

const memoryLine = (name: string, { app, engine, postgres }: Memory): Line => [
  name,
  mebibytes(app),
  mebibytes(engine),
  mebibytes(postgres),
];

async function benchQueries(folder: string, rows: number): Promise<void> {
  const now = new Date();
  const stores = await storesOf(folder);
  try {
    const { warehouse, database } = stores;
    const place = await settle(database.pool);
    const began = performance.now();
    const { projectId } = place;
    const seeded = await seed({ warehouse: warehouse.writer, projectId, rows, now });
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(
      `\nSeeded ${count(seeded.events)} events of ${count(seeded.visitors)} visitors in ${seconds} s.`,
    );

    const dashboard = await openDashboard(stores);
    const head = [
      '',
      'p50 ms',
      'p95 ms',
      'target',
      '',
      'bare p50',
      'bare p95',
      'ratio',
      '≤ 1.5× + 15',
    ];
    for (const span of ['90 days', 'one day'] as const) {
      const lines: Line[] = [];
      for (const call of calls.filter(({ isTimeless }) => !isTimeless || span !== 'one day')) {
        const timed = await dashboard.time(call, { place, span, now }, requests);
        lines.push(lineOf(timed, span, rows));
      }
      print(`${count(rows)} events, ${span}, ${requests} different requests each`, head, lines);
    }
    const memory = memoryBelow(process.pid);
    print(
      'Memory after the queries',
      ['', 'engine', 'PostgreSQL'],
      [['', mebibytes(memory.engine), mebibytes(memory.postgres)]],
    );
    await dashboard.close();
  } finally {
    await stores.stop();
  }
}

/** The dashboard of people who open it at once, until each has the last panel. */
async function benchCrowd(folder: string): Promise<void> {
  const stores = await storesOf(folder);
  const { pool } = stores.database;
  const place = await settle(pool);
  const tokens = await gather(pool, place, largestCrowd);
  const rows = sizes[sizes.length - 1] ?? 0;
  const { projectId } = place;
  await seed({ warehouse: stores.warehouse.writer, projectId, rows, now: new Date() });
  await stores.stop();
  const server = await startServer(folder);
  try {
    const crowd = { url: server.url, port: server.port, place, tokens };
    for (const span of ['90 days', 'one day'] as const) {
      for (const isBusy of [false, true]) {
        const lines: Line[] = [];
        for (const areSame of [true, false]) {
          for (const people of [1, 5, largestCrowd]) {
            const rounds = Math.ceil((isQuick ? 10 : 30) / people);
            const opened = await openAtOnce(crowd, { people, span, areSame, isBusy }, rounds);
            const times = opened.map(({ took }) => took);
            const refused = opened.reduce((sum, one) => sum + one.refused, 0);
            const p95 = percentile(times, 0.95);
            const hasTarget = areSame && people === largestCrowd;
            lines.push([
              `${areSame ? 'the same' : 'different'} questions`,
              String(people),
              ms(percentile(times, 0.5)),
              ms(p95),
              count(refused),
              ...(hasTarget ? ['≤ 2000', mark(p95 <= 2_000)] : []),
            ]);
          }
        }
        print(
          `${count(rows)} events, ${span}${isBusy ? ', 1,000 events a second beside' : ''}: until the last panel of people who open the dashboard at once`,
          ['', 'people', 'p50 ms', 'p95 ms', 'refused', 'target', ''],
          lines,
        );
      }
    }
  } finally {
    await server.stop();
  }
}

/** The conversion log with a million conversions. */
async function benchLog(folder: string): Promise<void> {
  const now = new Date();
  const rows = 1_000_000;
  const stores = await storesOf(folder);
  try {
    const { warehouse, database } = stores;
    const place = await settle(database.pool);
    const { projectId } = place;
    await seed({ warehouse: warehouse.writer, projectId, rows, now, isSales: true });
    const dashboard = await openDashboard(stores);
    const measure = async (state: string) => {
      const lines: Line[] = [];
      for (const call of logCalls) {
        const timed = await dashboard.time(call, { place, span: '90 days', now }, requests);
        lines.push(logLineOf(timed));
      }
      print(
        `The conversion log at ${count(rows)} conversions in 90 days, 50 rows a page, ${state}`,
        ['', 'p50 ms', 'p95 ms', 'target', '', 'bare p50', 'bare p95'],
        lines,
      );
    };
    await measure('late news about half of the days in the last five minutes');
    await mergeRested(warehouse.writer, now);
    await measure('no late news for five minutes');
    await dashboard.close();
  } finally {
    await stores.stop();
  }
}

function logLineOf({ call, times, bare, status }: Timed): Line {
  if (status !== 200) return [call.name, `answers ${status}`];
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  const verdict = call.target === null ? ['', ''] : [`< ${call.target}`, mark(p95 < call.target)];
  const [bare50, bare95] = [percentile(bare, 0.5), percentile(bare, 0.95)];
  return [call.name, ms(p50), ms(p95), ...verdict, ms(bare50), ms(bare95)];
}

/** Funnels over the events of the queries. */
async function benchFunnelsOf(folder: string, rows: number): Promise<void> {
  const now = new Date();
  const stores = await storesOf(folder);
  try {
    const place = await settle(stores.database.pool);
    const { projectId } = place;
    await seed({ warehouse: stores.warehouse.writer, projectId, rows, now });
    await benchFunnels(stores, { place, now, rows, requests, print });
  } finally {
    await stores.stop();
  }
}

/** The product in a browser, with the same events as the queries. */
async function benchClient(folder: string, rows: number): Promise<void> {
  const stores = await storesOf(folder);
  const place = await settle(stores.database.pool);
  const now = new Date();
  await seed({ warehouse: stores.warehouse.writer, projectId: place.projectId, rows, now });
  await stores.stop();
  const server = await startServer(folder);
  try {
    const site: Site = { url: server.url, ...measurer };
    const title = `${count(rows)} events in the browser`;
    await benchViews(site, [today, ninetyDays], { times: isQuick ? 5 : 9, title, print });
    if (rows === sizes[0]) {
      await benchMemory(site, isQuick ? 20 : 200, print);
      await benchRows(site, print);
    }
  } finally {
    await server.stop();
  }
}

function lineOf({ call, times, bare, status }: Timed, span: Span, rows: number): Line {
  if (status !== 200) return [call.name, `answers ${status}`];
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  const [bare50, bare95] = [percentile(bare, 0.5), percentile(bare, 0.95)];
  const target = span === 'one day' ? oneDay : rows >= 10_000_000 ? call.target : null;
  return [
    call.name,
    ms(p50),
    ms(p95),
    ...(target === null ? ['', ''] : [`< ${target}`, mark(p95 < target)]),
    ms(bare50),
    ms(bare95),
    (p50 / bare50).toFixed(2),
    mark(p50 <= allowed(bare50) && p95 <= allowed(bare95)),
  ];
}

function print(title: string, head: Line, lines: readonly Line[]): void {
  console.log(`\n${title}\n`);
  console.log(tableOf(head, lines));
}

await main();
