import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { createProject } from '#server/projects/repository.ts';
import { startTwo, type TwoProcesses } from '../../../bench/outer-stores.ts';
import { addOffer } from '../../server/offers/offers.ts';
import { addTest } from '../../server/split-tests/tests.ts';
import { root } from '../support/product.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { owner, post } from '../support/tenant.ts';
import { judge, type Verdict } from '../support/verdict.ts';

type Counts = { kills: number; seed: number };
type Served = { two: TwoProcesses; project: number; token: string };
type Shipping = { test: string; offer: number };
type Call = 'ship' | 'undo-ship';

/** What stands in the way of the call, by the statement that waits for it. */
const stages = {
  'its project': (served: Served) => ['projects where id = $1 for update', served.project],
  'the offer': (_: Served, { offer }: Shipping) => ['offers where id = $1 for update', offer],
  'its test': (_: Served, { test }: Shipping) => [
    'split_tests where id = $1 for no key update',
    test,
  ],
  'the audit log': ({ project }: Served) => [
    'audit_heads where chain = $1 for update',
    `project:${project}`,
  ],
} satisfies Record<string, (served: Served, shipping: Shipping) => [string, string | number]>;
const places = Object.keys(stages) as (keyof typeof stages)[];

/**
 * Kills a process while it ships a test of offers, and while it undoes that: while a statement of the call waits, or at
 * some moment of it. Each time all of it is done or nothing, and the same call sent again does it once.
 */
export async function killedShipsRig(
  { kills, seed }: Counts,
  { hasTransactions = true } = {},
): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-torture-'));
  // Root runs the database as another user, who has to reach it.
  await chmod(folder, 0o711);
  const random = seededRandom(seed);
  const found = { nothing: 0, all: 0, half: [] as string[] };
  let two: TwoProcesses | null = null;
  try {
    two = await startTwo(folder, hasTransactions ? {} : withoutTransactions);
    const served = await serve(two);
    const took = await timeOf(served);
    for (let kill = 0; kill < kills; kill += 1) {
      const shipping = await newShipping(served, kill);
      const place = kill % 3 === 2 ? null : places[random.between(0, places.length - 1)];
      for (const call of ['ship', 'undo-ship'] as const) {
        const after = random.between(0, took);
        await killDuring(served, shipping, call, place ?? after);
        await two.restart();
        const at = `${call} killed ${place ? `at ${place}` : `after ${after} ms`}`;
        const state = await stateOf(served, shipping);
        const [before, whole] = wanted[call];
        if (state === before) found.nothing += 1;
        else if (state === whole) found.all += 1;
        else found.half.push(`${at}: ${state}`);
        const again = await send(served, shipping, call, 1);
        const ended = await stateOf(served, shipping);
        if (again !== 200 || ended !== whole) {
          found.half.push(`${at}, sent again: ${again}, ${ended}`);
          break;
        }
      }
    }
    const { nothing, all, half } = found;
    return judge(
      { seed, kills: kills * 2, nothing, all, half: half.length },
      half.length > 0 && half.join('\n'),
      nothing === 0 && 'every call was done before its process was killed',
    );
  } finally {
    await two?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const fault = join(root, 'tests/torture/faults/no-transactions.ts');
const withoutTransactions = { NODE_OPTIONS: `--import tsx --import ${fault}` };

/** Status, standing ships, version of the offer and audit entries before and after each call. */
const wanted: Record<Call, [before: string, after: string]> = {
  ship: ['running 0 1 0', 'stopped 1 2 1'],
  'undo-ship': ['stopped 1 2 1', 'running 0 3 2'],
};

async function stateOf({ two, project }: Served, { test, offer }: Shipping): Promise<string> {
  const { rows } = await two.pool.query<{ state: string }>(
    `select concat_ws(' ', test.status,
       (select count(*) from split_test_ships where test_id = test.id and undone_at is null),
       (select version from offers where id = $2),
       (select count(*) from audit_entries where chain = $3 and target = test.name)) as state
     from split_tests test where test.id = $1`,
    [test, offer, `project:${project}`],
  );
  return rows[0]?.state ?? '';
}

async function serve(two: TwoProcesses): Promise<Served> {
  const { pool } = two;
  const user = await createUser(pool, createHasher(), owner);
  const token = await openSession(pool, user.id, { now: new Date(), userAgent: 'rig' });
  const { project } = await createProject(pool, { name: 'Torture', createdBy: user.id });
  return { two, token, project: project.id };
}

/** A running test of two offers, decided for the second one. */
async function newShipping({ two: { pool }, project }: Served, n: number): Promise<Shipping> {
  const offer = await addOffer(pool, { projectId: project, offerId: `${2 * n}` });
  const winner = await addOffer(pool, { projectId: project, offerId: `${2 * n + 1}` });
  const kind = { kind: 'offer', unit: 'click' } as const;
  const { id } = await addTest(pool, { projectId: project, places: [offer, winner], ...kind });
  await pool.query(
    `update split_tests set decision = 'ship', decided_variant = 'B', decided_at = now(), started_at = now()
     where id = $1`,
    [id],
  );
  return { test: id, offer };
}

/** The status of the answer of a process; 0 where none came. */
async function send(
  { two, token }: Served,
  { test }: Shipping,
  call: Call,
  process: 0 | 1,
): Promise<number> {
  const body = call === 'ship' ? { variant: 'B', with_offer: true } : {};
  const path = `/api/v1/split-tests/${test}/${call}/`;
  const answer = await post(two.servers[process].url, path, body, token).catch(() => null);
  return answer?.status ?? 0;
}

/** How many milliseconds a ship takes that is left alone. */
async function timeOf(served: Served): Promise<number> {
  const shipping = await newShipping(served, 1_000_000);
  const began = performance.now();
  for (const call of ['ship', 'undo-ship'] as const) await send(served, shipping, call, 0);
  return Math.ceil((performance.now() - began) / 2);
}

async function killDuring(
  served: Served,
  shipping: Shipping,
  call: Call,
  when: keyof typeof stages | number,
): Promise<void> {
  const { pool, servers } = served.two;
  const blocker = await pool.connect();
  try {
    await blocker.query('begin');
    const held = typeof when === 'number' ? null : stages[when](served, shipping);
    if (held) await blocker.query(`select from ${held[0]}`, [held[1]]);
    const answered = send(served, shipping, call, 0);
    const waiting = typeof when === 'number' ? await delay(when, []) : await blockedBy(pool);
    process.kill(servers[0].pid, 'SIGKILL');
    await answered;
    await blocker.query('rollback');
    await untilGone(pool, waiting);
  } finally {
    blocker.release();
  }
}

/** The connections that wait for another one; at least one of them. */
async function blockedBy(pool: pg.Pool): Promise<number[]> {
  const end = performance.now() + 30_000;
  for (;;) {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return rows.map(({ pid }) => pid);
    if (performance.now() > end) throw new Error('The call never waited for what was held.');
    await delay(5);
  }
}

async function untilGone(pool: pg.Pool, pids: readonly number[]): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query('select from pg_stat_activity where pid = any($1)', [
      pids,
    ]);
    if (rowCount === 0) return;
    await delay(5);
  }
}
