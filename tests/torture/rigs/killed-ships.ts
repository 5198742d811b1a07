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
import { type Fault, root } from '../support/product.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type Answer, owner, post } from '../support/tenant.ts';
import { judge, type Verdict } from '../support/verdict.ts';
import { type Follower, followers, newShipping, type Shipping, stateOf } from './ships-to-kill.ts';

type Counts = { kills: number; seed: number };
type Served = { two: TwoProcesses; project: number; token: string };

const calls = ['ship', 'undo-ship'] as const;
type Call = (typeof calls)[number];

/** What stands in the way of the call, by the statement that waits for it. */
const stages = {
  'its project': ({ project }: Served) => ['projects where id = $1 for update', project],
  'what follows it': (_: Served, { follower, row }: Shipping) => [
    `${follower === 'offer' ? 'offers' : 'funnels'} where id = $1 for update`,
    row,
  ],
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
 * Kills a process while it ships a test of offers or of a funnel step, and while it undoes that: while a statement of
 * the call waits, or at moments spread over it. Each time all of it is done or nothing, and the same call sent again
 * does it once, and gives one answer.
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
    two = await startTwo(folder, faults(hasTransactions ? [] : ['no-transactions']));
    const served = await serve(two);
    const whole = {
      offer: await leftAlone(served, 'offer', 0),
      step: await leftAlone(served, 'step', 1),
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const follower = followers[kill % 2] ?? 'offer';
      const shipping = await newShipping(from(served), follower, kill + 2);
      const place = kill % 4 < 2 ? places[random.between(0, places.length - 1)] : null;
      for (const call of calls) {
        const { before, after, took } = whole[follower][call];
        const moment = Math.round((took * (kill + random.next())) / kills);
        await killDuring(served, shipping, call, place ?? moment);
        await two.restart();
        const at = `${call} of ${follower} killed ${place ? `at ${place}` : `after ${moment} ms`}`;
        const state = await stateOf(from(served), shipping);
        if (state === before) found.nothing += 1;
        else if (state === after) found.all += 1;
        else found.half.push(`${at}: ${state}`);
        const again = await send(served, shipping, call, 0);
        const repeated = await send(served, shipping, call, 1);
        const ended = await stateOf(from(served), shipping);
        if (again.status !== 200 || again.text !== repeated.text || ended !== after) {
          found.half.push(`${at}, sent again: ${again.status}, ${repeated.status}, ${ended}`);
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

/** The environment of a process that loads these modules of `faults/`, the last of them around the others. */
function faults(names: readonly Fault[]): Record<string, string> {
  const files = [...names, 'slow-statements'].map((name) =>
    join(root, 'tests/torture/faults', `${name}.ts`),
  );
  return { NODE_OPTIONS: ['tsx', ...files].map((file) => `--import ${file}`).join(' ') };
}

async function serve(two: TwoProcesses): Promise<Served> {
  const { pool } = two;
  const user = await createUser(pool, createHasher(), owner);
  const token = await openSession(pool, user.id, { now: new Date(), userAgent: 'rig' });
  const { project } = await createProject(pool, { name: 'Torture', createdBy: user.id });
  return { two, token, project: project.id };
}

const from = ({ two, project, token }: Served) => ({
  ...{ pool: two.pool, url: two.servers[1].url, project, token },
});

type Whole = Record<Call, { before: string; after: string; took: number }>;

/** What calls do that are left alone, and how many milliseconds they take. */
async function leftAlone(served: Served, follower: Follower, n: number): Promise<Whole> {
  const shipping = await newShipping(from(served), follower, n);
  const alone = async (call: Call) => {
    const before = await stateOf(from(served), shipping);
    const began = performance.now();
    const { status, text } = await send(served, shipping, call, 0);
    const took = performance.now() - began;
    const after = await stateOf(from(served), shipping);
    if (status !== 200 || before === after) throw new Error(`No ${call}: ${text} ${after}`);
    return { before, after, took };
  };
  return { ship: await alone('ship'), 'undo-ship': await alone('undo-ship') };
}

/** The answer of a process, without its address; its status is 0 where none came. */
async function send(
  { two, token }: Served,
  { test, follower }: Shipping,
  call: Call,
  process: 0 | 1,
): Promise<Answer> {
  const body = call === 'ship' ? { variant: 'B', [`with_${follower}`]: true } : {};
  const path = `/api/v1/split-tests/${test}/${call}/`;
  const { url } = two.servers[process];
  const answer = await post(url, path, body, token).catch(() => null);
  return { status: answer?.status ?? 0, text: answer?.text.replaceAll(url, '') ?? '' };
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
