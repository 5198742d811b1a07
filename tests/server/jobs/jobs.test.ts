import { afterEach, describe, expect, it } from 'vitest';
import type { ScheduledJob } from '#contract/jobs/schemas.ts';
import { withMigrationLock } from '#server/database/migrate.ts';
import { openPool } from '#server/database/pool.ts';
import { defineJob, type Job, lastSlotOf } from '#server/jobs/define-job.ts';
import { type Jobs, startJobs } from '#server/jobs/jobs.ts';
import { installQueue, openQueue } from '#server/jobs/queue.ts';
import { lockRun } from '#server/jobs/run-lock.ts';
import { runTask } from '#server/jobs/run-task.ts';
import { memoize } from '#server/platform/memoize.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores, silent } from '#tests/support/stores.ts';
import { apiCaller, createMember } from '../projects/users.ts';

const stores = sharedStores();
const opening = Date.parse('2026-11-20T12:01:00Z');
const minute = 60_000;
const patience = { timeout: 20_000 };

/** The time of all processes of a test. */
let time = opening;
const now = () => new Date(time);

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
  await stores().pool.query('delete from pgboss.job');
  time = opening;
});

let jobsSoFar = 0;
/** A job of its own for each test. */
const jobFor = (projects: readonly number[], work: Job['work']): Job => {
  jobsSoFar += 1;
  const name = `test-${'abcdefghijklmnopqrstuvwxyz'[jobsSoFar]}`;
  return defineJob({
    name,
    title: 'Test',
    cron: '*/15 * * * *',
    projects: async () => projects,
    work,
  });
};

async function addProject(): Promise<number> {
  const { project } = await createProject(stores().pool, { name: 'Acme', createdBy: null });
  return project.id;
}

/** A process of the product: its own connections, and its own loops. */
function process(jobs: readonly Job[]): Jobs {
  const pool = openPool({ connectionString: stores().database.url, max: 6 });
  const started = startJobs({
    pool,
    warehouse: stores().warehouse,
    jobs,
    log: silent,
    now,
    pace: { look: 10, plan: 10, retry: 0 },
  });
  const stop = memoize(async () => {
    await started.stop();
    await pool.end();
  });
  stops.push(stop);
  return { wake: started.wake, stop };
}

const states = async (job: Job): Promise<string[]> => {
  const { rows } = await stores().pool.query<{ state: string }>(
    `select state::text from pgboss.job where data->>'job' = $1 order by created_on`,
    [job.name],
  );
  return rows.map(({ state }) => state);
};
const isKnown = async (job: Job) => {
  const { rowCount } = await stores().pool.query('select from scheduled_jobs where name = $1', [
    job.name,
  ]);
  return rowCount === 1;
};
const known = (job: Job) => expect.poll(() => isKnown(job), patience).toBe(true);
const planned = (job: Job, slot: string) =>
  expect
    .poll(async () => {
      const { rows } = await stores().pool.query<{ last_slot: Date }>(
        'select last_slot from scheduled_jobs where name = $1',
        [job.name],
      );
      return rows[0]?.last_slot.toISOString();
    }, patience)
    .toBe(slot);

describe('a schedule', () => {
  const hourly = defineJob({ name: 'hourly', title: '', cron: '0 * * * *', work: async () => {} });

  it('has a slot that begins with its own moment', () => {
    expect(lastSlotOf(hourly, new Date('2026-11-20T12:00:00.000Z')).toISOString()).toBe(
      '2026-11-20T12:00:00.000Z',
    );
    expect(lastSlotOf(hourly, new Date('2026-11-20T11:59:59.999Z')).toISOString()).toBe(
      '2026-11-20T11:00:00.000Z',
    );
  });

  it('is checked where it is written', () => {
    const job = { title: '', work: async () => {} };
    expect(() => defineJob({ ...job, name: 'wrong', cron: '61 * * * *' })).toThrow();
    expect(() => defineJob({ ...job, name: 'Wrong name', cron: '0 * * * *' })).toThrow();
  });
});

describe('scheduled work', () => {
  it('runs once for each slot and project, with two processes', async () => {
    const projects = [await addProject(), await addProject()];
    const runs: string[] = [];
    const job = jobFor(projects, async ({ project }) => {
      runs.push(`${now().toISOString().slice(11, 16)} ${projects.indexOf(project)}`);
    });
    process([job]);
    process([job]);
    await known(job);
    expect(runs).toEqual([]);
    for (const [slot, at] of [
      [1, '2026-11-20T12:15:00.000Z'],
      [2, '2026-11-20T12:30:00.000Z'],
    ] as const) {
      time = opening + slot * 15 * minute;
      await planned(job, at);
      await expect.poll(() => states(job), patience).toEqual(Array(2 * slot).fill('completed'));
    }
    expect(runs.sort()).toEqual(['12:16 0', '12:16 1', '12:31 0', '12:31 1']);
  });

  it('catches up once after a downtime', async () => {
    const project = await addProject();
    const runs: string[] = [];
    const job = jobFor([project], async () => {
      runs.push(now().toISOString());
    });
    const first = process([job]);
    await known(job);
    await first.stop();
    time = opening + 24 * 60 * minute;
    process([job]);
    await planned(job, '2026-11-21T12:00:00.000Z');
    await expect.poll(() => states(job), patience).toEqual(['completed']);
    expect(runs).toEqual([now().toISOString()]);
  });

  it('goes on after a clock was set far ahead and back', async () => {
    const project = await addProject();
    const runs: string[] = [];
    const job = jobFor([project], async () => {
      runs.push(now().toISOString().slice(0, 16));
    });
    process([job]);
    await known(job);
    for (const [runsSoFar, at, slot] of [
      [1, '2027-11-20T12:16:00.000Z', '2027-11-20T12:15:00.000Z'],
      [2, '2026-11-20T12:16:00.000Z', '2026-11-20T12:15:00.000Z'],
      [3, '2026-11-20T12:31:00.000Z', '2026-11-20T12:30:00.000Z'],
    ] as const) {
      time = Date.parse(at);
      await planned(job, slot);
      await expect.poll(() => states(job), patience).toEqual(Array(runsSoFar).fill('completed'));
    }
    expect(runs).toEqual(['2027-11-20T12:16', '2026-11-20T12:16', '2026-11-20T12:31']);
  });

  it('goes on after a restart in the middle of a run', async () => {
    const project = await addProject();
    let tries = 0;
    const job = jobFor([project], async ({ signal }) => {
      tries += 1;
      if (tries > 1) return;
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    });
    const first = process([job]);
    await known(job);
    time = opening + 15 * minute;
    await expect.poll(() => tries, patience).toBe(1);
    await first.stop();
    expect(await states(job)).toEqual(['retry']);
    process([job]);
    await expect.poll(() => states(job), patience).toEqual(['completed']);
    expect(tries).toBe(2);
  });

  it('gives back what it took while it began to stop', async () => {
    const { pool } = stores();
    const project = await addProject();
    let runs = 0;
    const job = jobFor([project], async () => {
      runs += 1;
    });
    const queue = openQueue(pool, silent);
    await queue.start();
    stops.push(() => queue.stop());
    await queue.add(pool, [{ job: job.name, project, isAsked: false }]);
    const taken = await queue.take();
    if (!taken) throw new Error('The task was not taken.');
    const onFailed = async () => false;
    const running = { pool, queue, jobs: [job], onFailed, log: silent, now };
    await runTask(running, taken, AbortSignal.abort());
    expect(await states(job)).toEqual(['retry']);
    expect(runs).toBe(0);
  });

  it('takes over a run of a process that was killed', async () => {
    const { pool } = stores();
    const project = await addProject();
    let runs = 0;
    const job = jobFor([project], async () => {
      runs += 1;
    });
    const first = process([job]);
    await known(job);
    await first.stop();
    await pool.query(
      `insert into pgboss.job (name, data, state, started_on, policy, retry_limit)
       values ('jobs', $1, 'active', now() - interval '1 minute', 'standard', 8)`,
      [{ job: job.name, project, isAsked: false }],
    );
    process([job]);
    await expect.poll(() => states(job), patience).toEqual(['completed']);
    expect(runs).toBe(1);
  });

  it('leaves a long run alone: the next slot waits until it has ended', async () => {
    const project = await addProject();
    let runs = 0;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const job = jobFor([project], () => {
      runs += 1;
      return ended;
    });
    process([job]);
    process([job]);
    await known(job);
    time = opening + 15 * minute;
    await expect.poll(() => runs, patience).toBe(1);
    await stores().pool.query(`update pgboss.job set started_on = started_on - interval '1 hour'`);
    time = opening + 30 * minute;
    await planned(job, '2026-11-20T12:30:00.000Z');
    expect([runs, await states(job)]).toEqual([1, ['active']]);
    end();
    await expect.poll(() => states(job), patience).toEqual(['completed']);
    expect(runs).toBe(1);
  });

  it('sets a project aside whose run keeps failing, and goes on for the others', async () => {
    const { pool } = stores();
    const [bad, good] = [await addProject(), await addProject()];
    const fine: number[] = [];
    let failures = 0;
    const job = jobFor([bad, good], async ({ project }) => {
      if (project === good) {
        fine.push(time);
        return;
      }
      failures += 1;
      time += minute / 2;
      throw new Error('The report has no rows');
    });
    process([job]);
    process([job]);
    await known(job);
    time = opening + 15 * minute;
    await expect
      .poll(async () => {
        const { rows } = await pool.query<{ item: string; reason: string }>(
          `select item, reason from failed_items where project_id = $1 and set_aside_at is not null`,
          [bad],
        );
        return rows;
      }, patience)
      .toEqual([{ item: job.name, reason: 'The report has no rows' }]);
    const before = failures;
    expect(before).toBeGreaterThanOrEqual(5);
    time = opening + 45 * minute;
    await planned(job, '2026-11-20T12:45:00.000Z');
    await expect.poll(() => states(job), patience).toEqual(['completed', 'completed', 'completed']);
    expect([failures, fine.length]).toEqual([before, 2]);
  });
});

describe('the calls of scheduled work', () => {
  async function company(work: Job['work'] = async () => {}) {
    const { pool, warehouse } = stores();
    const project = await addProject();
    const job = jobFor([project], work);
    const { wake } = process([job]);
    const modules = productModules({
      pool,
      reader: warehouse.reader,
      now,
      jobs: { known: [job], wake },
    });
    const app = await appOf(modules);
    stops.push(() => app.close());
    const call = apiCaller(app);
    const owner = await createMember(pool, project, 'owner');
    const list = async (): Promise<ScheduledJob[]> => {
      const answer = await call(owner, 'GET', `/api/v1/jobs/?project_id=${project}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    };
    const run = (name = job.name, who = owner) =>
      call(who, 'POST', `/api/v1/jobs/${name}/run/`, { project_id: project });
    await known(job);
    return { job, project, call, owner, list, run };
  }

  it('list a job that never ran with its next run', async () => {
    const { job, list } = await company();
    expect(await list()).toEqual([
      {
        name: job.name,
        title: 'Test',
        state: 'resting',
        last_run_at: null,
        last_finished_at: null,
        last_ok: null,
        last_error: null,
        last_error_kind: null,
        next_run_at: '2026-11-20T12:15:00.000Z',
      },
    ]);
  });

  it('run it now for an owner, once at a time, and note who asked', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { job, project, call, owner, list, run } = await company(() => ended);
    const answers = await Promise.all([run(), run()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409]);
    await expect.poll(async () => (await list())[0]?.state, patience).toBe('running');
    expect((await run()).statusCode).toBe(409);
    end();
    await expect
      .poll(async () => (await list())[0], patience)
      .toMatchObject({ name: job.name, state: 'resting', last_ok: true, last_error: null });
    const log = await call(owner, 'GET', `/api/v1/audit-log/?project=${project}`);
    const entries: { action: string; target: string }[] = log.json();
    expect(entries.filter(({ action }) => action === 'job.run')).toEqual([
      expect.objectContaining({ target: 'Test' }),
    ]);
  });

  it('run it later if another process still runs it, and say that it waits', async () => {
    let runs = 0;
    const { job, project, list, run } = await company(async () => {
      runs += 1;
    });
    const other = await lockRun(stores().pool, { job: job.name, project });
    expect((await run()).statusCode).toBe(202);
    await expect.poll(() => states(job), patience).toEqual(['retry']);
    expect((await list())[0]).toMatchObject({ state: 'queued', last_ok: null, last_run_at: null });
    await other?.release();
    await stores().pool.query('update pgboss.job set start_after = now()');
    await expect
      .poll(async () => (await list())[0], patience)
      .toMatchObject({ state: 'resting', last_ok: true });
    expect(runs).toBe(1);
  });

  it('tell the error of a run that a person asked for, without another try', async () => {
    let tries = 0;
    const { list, run } = await company(async () => {
      tries += 1;
      throw new Error('The report has no rows');
    });
    expect((await run()).statusCode).toBe(202);
    await expect
      .poll(async () => (await list())[0], patience)
      .toMatchObject({
        state: 'resting',
        last_ok: false,
        last_error: 'The report has no rows',
        last_error_kind: 'other',
      });
    expect(tries).toBe(1);
  });

  it('run again what was set aside, by the page of failed items or by name', async () => {
    let isBroken = true;
    const { job, project, call, owner, list } = await company(async () => {
      if (isBroken) throw new TypeError('It is broken');
    });
    time = opening + 15 * minute;
    await expect.poll(async () => (await list())[0]?.state, patience).toBe('set_aside');
    expect((await list())[0]?.next_run_at).toBeNull();
    isBroken = false;
    const items = await call(owner, 'GET', `/api/v1/failed-items/?project=${project}`);
    expect(items.json()).toEqual([
      expect.objectContaining({
        queue: 'jobs',
        item: job.name,
        subject: expect.objectContaining({ kind: 'job', name: job.name }),
      }),
    ]);
    const retried = await call(owner, 'POST', '/api/v1/failed-items/retry/', {
      project,
      queue: 'jobs',
    });
    expect(retried.json()).toMatchObject({ retried: 1 });
    await expect
      .poll(async () => (await list())[0], patience)
      .toMatchObject({ state: 'resting', last_ok: true });
  });

  it('are for owners, and know no other names', async () => {
    const { project, call, job, run } = await company();
    const manager = await createMember(stores().pool, project, 'manager');
    expect((await run(job.name, manager)).statusCode).toBe(403);
    expect((await call(manager, 'GET', `/api/v1/jobs/?project_id=${project}`)).statusCode).toBe(
      403,
    );
    expect((await run('unknown')).statusCode).toBe(404);
  });
});

describe('the tables of the queue', () => {
  it('are created once by two processes that start at the same moment', async () => {
    const { url } = stores().database;
    await stores().pool.query('drop schema pgboss cascade');
    const pools = [1, 2].map(() => openPool({ connectionString: url, max: 2 }));
    await Promise.all(pools.map((pool) => withMigrationLock(pool, installQueue)));
    const { rows } = await stores().pool.query('select name from pgboss.queue');
    expect(rows).toEqual([{ name: 'jobs' }]);
    await Promise.all(pools.map((pool) => pool.end()));
  });
});
