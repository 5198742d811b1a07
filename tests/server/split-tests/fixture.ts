import { afterAll, beforeAll, expect } from 'vitest';
import type { Role } from '#contract/accounts/roles.ts';
import { type TestResults, testResultsAnswerSchema } from '#contract/split-tests/results.ts';
import { type SplitTest, splitTestSchema } from '#contract/split-tests/schemas.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { createVault } from '#server/event-pixels/vault.ts';
import type { ModuleDependencies } from '#server/modules.ts';
import { startMover } from '#server/pipeline/mover.ts';
import { createProject } from '#server/projects/repository.ts';
import { snapshotJob } from '#server/split-tests/snapshot-job.ts';
import { createLive } from '#server/stream/live.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { type Stores, sharedStores, silent } from '#tests/support/stores.ts';
import { stoppedClock } from '../accounts/test-app.ts';
import { createMember, type SignedInUser, start } from '../projects/users.ts';
import { insertExposures, insertReports } from './traffic.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Sent = {
  body?: object;
  as?: SignedInUser;
  /** A token of another kind than a person's. */
  key?: string;
  headers?: Record<string, string>;
};

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const on = (version: number) => ({ headers: { 'if-match': `"${version}"` } });

export const variant = (key: string, more: object = {}) => ({
  ...{ key, name: `Page ${key}`, is_control: key === 'A', weight_bp: 5_000 },
  url: `https://pages.test/${key.toLowerCase()}`,
  ...more,
});
/** A test of two pages whose windows close after an hour and that may be decided after a week. */
export const pageTest = {
  ...{ name: 'Headline', kind: 'page', unit: 'visitor', min_runtime_days: 1 },
  hypothesis: 'If the headline names the price then more people buy.',
  goal: { type: 'conversion_rate', window_hours: 1 },
  variants: [variant('A'), variant('B')],
} as const;

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36';

/** Every host is a public one, but that of this machine. */
const lookup = async (host: string) => [
  { address: host === 'localhost' ? '127.0.0.1' : '93.184.216.34', family: 4 },
];

/** The product over these stores with a mover, a clock that a test moves, and a new project for each company. */
export async function startTests(
  { pool, warehouse }: Stores,
  changes: Partial<ModuleDependencies> = {},
) {
  const clock = stoppedClock(start.toISOString());
  const { now } = clock;
  const { reader, writer } = warehouse;
  const live = createLive({ pool, reader, now, log: silent });
  const mover = startMover({ pool, warehouse, log: silent, now, onArrived: live.keep });
  const { watermark, wake, notifyDecision: onDecision } = mover;
  const app = await appOf(
    productModules({
      ...{ pool, reader, now, watermark, wake, onDecision },
      pixels: { vault: createVault('only for these tests'), lookup, allowHosts: [] },
      ...changes,
    }),
  );
  const { select } = createWarehouseReads(reader);
  const job = snapshotJob({ pool, select, watermark, now });
  let used = 0;
  const sessions = new Map<string, string>();

  /** Sessions end while the clock is moved, so every moment has its own. */
  async function tokenOf({ id }: SignedInUser): Promise<string> {
    const moment = `${id} ${now().toISOString()}`;
    const token =
      sessions.get(moment) ?? (await openSession(pool, id, { now: now(), userAgent: 'test' }));
    sessions.set(moment, token);
    return token;
  }

  async function company() {
    const { project, collectKey } = await createProject(pool, {
      name: 'Acme',
      url: 'https://acme.test',
      createdBy: null,
    });
    const owner = await createMember(pool, project.id, 'owner');

    const ask = async (method: Method, url: string, sent: Sent = {}) =>
      app.inject({
        method,
        url,
        headers: {
          authorization: `Token ${sent.key ?? (await tokenOf(sent.as ?? owner))}`,
          'content-type': 'application/json',
          ...sent.headers,
        },
        ...(method === 'GET' ? {} : { payload: sent.body ?? {} }),
      });
    /** Calls a path below the split tests. */
    const send = (method: Method, below = '', sent: Sent = {}) =>
      ask(method, `/api/v1/split-tests/${below}`, sent);
    const create = (body: object = {}, sent: Omit<Sent, 'body'> = {}) =>
      send('POST', '', { ...sent, body: { ...pageTest, project: project.id, ...body } });
    const list = (query = '', as = owner) =>
      send('GET', `?project_id=${project.id}${query}`, { as });

    /** A call that must succeed, and the test that it answers. */
    async function done(method: Method, below: string, sent: Sent = {}): Promise<SplitTest> {
      const answer = await send(method, below, sent);
      expect([200, 201], answer.body).toContain(answer.statusCode);
      return splitTestSchema.parse(answer.json());
    }
    /** A draft whose short name no other test of any project has. */
    async function created(body: object = {}): Promise<SplitTest> {
      used += 1;
      // Tests are ordered by the moment that they were made.
      clock.advance(1_000);
      const slug = `of-${project.id}-${used}`;
      const answer = await create({ name: `Headline ${used}`, slug, ...body });
      expect(answer.statusCode, answer.body).toBe(201);
      return splitTestSchema.parse(answer.json());
    }
    /** Starts a test although nothing is known about its goal yet. */
    const launch = ({ id, name }: SplitTest) =>
      done('POST', `${id}/start/`, { body: { confirm: name } });
    const started = async (body: object = {}) => launch(await created(body));

    async function results({ id }: SplitTest): Promise<TestResults> {
      const answer = await send('GET', `${id}/results/`);
      const { results: found } = testResultsAnswerSchema.parse(answer.json());
      if (!found) throw new Error('There is no snapshot yet.');
      return found;
    }
    /** Takes snapshots of the project's tests as the schedule does. */
    async function snapshot(): Promise<void> {
      await mover.flush();
      await job.work({ project: project.id, signal: new AbortController().signal });
    }
    /** So many units in each variant since the start of the test, of which so many bought. */
    async function traffic(
      { id }: SplitTest,
      arms: Record<string, { units: number; buyers: number }>,
      { at, kind = 'unit' }: { at: number; kind?: string },
    ): Promise<void> {
      const units = Object.entries(arms).flatMap(([key, { units: count, buyers }]) =>
        Array.from({ length: count }, (_, place) => ({
          visitor: `${kind}-${key}-${place}-${id}`,
          click: `${kind}-click-${key}-${place}-${id}`,
          ...{ variant: key, at, arrival: at, buys: place < buyers },
        })),
      );
      await insertExposures(writer, project.id, units, id);
      const buying = units.filter(({ buys }) => buys);
      await insertReports(
        writer,
        project.id,
        buying.map(({ visitor, click }) => ({
          ...{ id: `order-${visitor}`, version: 1, at: at + 60_000, known: at + 120_000 },
          ...{ worth: 50, paid: 10, counts: true, click, visitor },
        })),
      );
    }
    /** A test that ran for eight days and whose second variant wins, with its snapshot. */
    async function won(body: object = {}) {
      const test = await started(body);
      const at = now().getTime() + HOUR;
      const arms = { A: { units: 1_000, buyers: 100 }, B: { units: 1_000, buyers: 180 } };
      await traffic(test, arms, { at });
      clock.advance(8 * DAY);
      await snapshot();
      return { test, found: await results(test) };
    }
    /** The same, decided to ship the winner. */
    async function decided(body: object = {}): Promise<SplitTest> {
      const { test, found } = await won(body);
      const choice = { decision: 'ship', variant: 'B', snapshot_id: found.snapshot_id };
      return done('POST', `${test.id}/decide/`, { body: choice });
    }

    const member = (role: Role, affiliates: readonly number[] = []) =>
      createMember(pool, project.id, role, affiliates);
    /** The audit log of the project, the earliest entry first. */
    async function audited(): Promise<{ action: string; details: Record<string, unknown> }[]> {
      const { rows } = await pool.query(
        `select action, details from audit_entries where chain = $1 and action like 'split-test.%'
         order by number`,
        [`project:${project.id}`],
      );
      return rows;
    }
    return {
      ...{ id: project.id, collectKey, owner, member, ask, send, list, create, done, created },
      ...{ launch, started, results, snapshot, traffic, won, decided, audited },
    };
  }

  /** Follows the link of a test as a browser does, and answers where it leads. */
  async function follow(test: Pick<SplitTest, 'slug'>, query = ''): Promise<URL> {
    const answer = await app.inject({
      method: 'GET',
      url: `/t/x/${test.slug}/${query}`,
      headers: { 'user-agent': browser },
    });
    expect(answer.statusCode, answer.body).toBe(302);
    return new URL(String(answer.headers.location));
  }

  async function stop() {
    await app.close();
    await mover.stop();
  }
  return { ...{ company, follow, clock, pool, app, reader, flush: mover.flush, stop } };
}

export type Tests = Awaited<ReturnType<typeof startTests>>;
export type TestCompany = Awaited<ReturnType<Tests['company']>>;

/** The product for the tests of a file. */
export function sharedTests(changes: Partial<ModuleDependencies> = {}): () => Tests {
  const stores = sharedStores();
  let running: Tests | null = null;
  beforeAll(async () => {
    running = await startTests(stores(), changes);
  });
  afterAll(() => running?.stop());
  return () => {
    if (!running) throw new Error('The product is started before the first test, not earlier.');
    return running;
  };
}
