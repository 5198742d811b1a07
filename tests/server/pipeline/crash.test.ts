import type { ClickHouseClient } from '@clickhouse/client';
import { afterEach, describe, expect, it } from 'vitest';
import { type Mover, type MoverStep, startMover } from '#server/pipeline/mover.ts';
import type { Warehouse } from '#server/warehouse/connect.ts';
import { insertRepeatably } from '#server/warehouse/repeatable-insert.ts';
import { missFirstLookup } from '#tests/support/missed-lookup.ts';
import { addProject, sharedStores, silent } from '#tests/support/stores.ts';
import { at, cost, event, NOON, purchase, select, storeInInbox } from './inbox-events.ts';

const stores = sharedStores();
const movers: Mover[] = [];
const retryOptions = { timeout: 30_000 };

afterEach(async () => {
  await Promise.all(movers.splice(0).map((mover) => mover.stop()));
});

function start(
  onStep?: (step: MoverStep) => void | Promise<void>,
  warehouse: Pick<Warehouse, 'writer'> = stores().warehouse,
): Mover {
  const { pool } = stores();
  const mover = startMover({
    pool,
    warehouse,
    log: silent,
    now: () => new Date(NOON),
    ...(onStep ? { onStep } : {}),
  });
  movers.push(mover);
  return mover;
}

type RequestInput = { table: string; columns: [string, ...string[]]; values: unknown[][] };

const MONTH = 30 * 86_400_000;

/** Clicks over five months, ten purchases reported by both sides, one refund, one cost sent twice. */
async function keepOneOfEach(project: number): Promise<void> {
  const clicks = Array.from({ length: 50 }, (_, index) =>
    event(project, {
      event_time: at(-(index % 5) * MONTH),
      visitor_id: `v${index}`,
      click_id: `ck_${project}_${index}`,
      affid: '1001',
    }),
  );
  const sales = Array.from({ length: 10 }, (_, index) => [
    purchase(project, {
      event_id: `e${index}`,
      order_id: `o${index}`,
      visitor_id: `v${index * 5}`,
    }),
    purchase(project, { event_id: `e${index}`, order_id: `o${index}`, side: 'browser' }),
  ]).flat();
  const back = event(project, { event_name: 'refund', order_id: 'o3', value: '6' });
  await storeInInbox(
    stores().pool,
    [...clicks, ...sales, back],
    [
      cost(project, { spend: '1', spend_base: '1' }),
      cost(project, { spend: '7', spend_base: '7' }),
    ],
  );
}

const figuresOf = async (project: number) => {
  const [figures] = await select<Record<string, unknown>>(
    stores().warehouse,
    `SELECT
      (SELECT toUInt32(count()) FROM events WHERE project_id = {project:UInt32}) AS events,
      (SELECT toUInt32(uniqExact(event_uid)) FROM events WHERE project_id = {project:UInt32}) AS uids,
      (SELECT toUInt32(count()) FROM visits WHERE project_id = {project:UInt32}) AS visits,
      (SELECT groupArray((side, record, n, attributed, value)) FROM (
        SELECT side, record, toUInt32(count()) AS n, toUInt32(sum(c.attributed)) AS attributed,
          toString(sum(c.value)) AS value
        FROM conversions AS c FINAL WHERE project_id = {project:UInt32}
        GROUP BY side, record ORDER BY side, record
      )) AS conversions,
      (SELECT toUInt32(count()) FROM conversion_versions WHERE project_id = {project:UInt32}) AS versions,
      (SELECT groupArray(toString(spend)) FROM costs FINAL WHERE project_id = {project:UInt32}) AS costs`,
    { project },
  );
  return figures;
};

const exact = {
  events: 71,
  uids: 71,
  visits: 100,
  conversions: [
    ['browser', 'conversion', 10, 10, '860'],
    ['server', 'conversion', 10, 10, '860'],
    ['server', 'refund', 1, 1, '6'],
  ],
  versions: 21,
  costs: ['7'],
};

const isEmpty = async () => {
  const { rows } = await stores().pool.query('select from inbox');
  return rows.length === 0;
};

const steps: MoverStep[] = [
  'assigned',
  'costs',
  'labels',
  'visits',
  'events',
  'recorded',
  'applied',
  'deleted',
];

describe('the mover', () => {
  it('moves everything and leaves the inbox empty', async () => {
    const project = await addProject(stores().pool);
    await keepOneOfEach(project.id);
    await start().flush();
    expect(await figuresOf(project.id)).toEqual(exact);
    expect(await isEmpty()).toBe(true);
  });

  it.each(steps)('continues after a failure that follows the step %s', async (failing) => {
    const project = await addProject(stores().pool);
    await keepOneOfEach(project.id);
    let failures = 0;
    const mover = start((step) => {
      if (step === failing && failures++ < 2) throw new Error(`no answer after ${step}`);
    });
    await mover.flush();
    await expect.poll(() => failures, retryOptions).toBeGreaterThan(0);
    expect(await figuresOf(project.id)).toEqual(exact);
    expect(await isEmpty()).toBe(true);
  });

  it.each(steps)('hands over to another when it ends after the step %s', async (last) => {
    const project = await addProject(stores().pool);
    await keepOneOfEach(project.id);
    const reached: MoverStep[] = [];
    const first = start((step) => {
      reached.push(step);
      if (step === last) throw new Error('gone');
    });
    await expect.poll(() => reached, retryOptions).toContain(last);
    await first.stop();
    await start().flush();
    expect(await figuresOf(project.id)).toEqual(exact);
    expect(await isEmpty()).toBe(true);
  });

  it('loses and repeats nothing of a backlog when stores fail again and again', async () => {
    const { pool } = stores();
    const project = await addProject(pool);
    const clicks = Array.from({ length: 11_000 }, (_, index) =>
      event(project.id, { visitor_id: `v${index}`, event_time: at(-index * 3_600_000) }),
    );
    for (let from = 0; from < clicks.length; from += 2_750) {
      await storeInInbox(pool, clicks.slice(from, from + 2_750));
    }
    let count = 0;
    const mover = start(() => {
      count += 1;
      if (count % 3 === 0 && count < 20) throw new Error('no answer');
    });
    await mover.flush();
    expect(count).toBeGreaterThan(20);
    expect(await figuresOf(project.id)).toMatchObject({
      events: 11_000,
      uids: 11_000,
      visits: 11_000,
    });
    expect(await isEmpty()).toBe(true);
  });

  it('would count twice if a repeated batch had another token, without a look-up', async () => {
    const project = await addProject(stores().pool);
    await keepOneOfEach(project.id);
    const { pool, warehouse } = stores();
    const { writer } = warehouse;
    const look = missFirstLookup();
    const blind: typeof writer = Object.create(writer, {
      query: {
        value: (request: Parameters<typeof writer.query>[0]) =>
          look(request, (question) => writer.query(question)),
      },
    });
    let forged = false;
    const mover = start(
      async (step) => {
        if (step !== 'events' || forged) return;
        forged = true;
        await pool.query(
          `update inbox set batch_id = overlay(batch_id::text placing '00000000' from 29)::uuid`,
        );
        throw new Error('no answer');
      },
      { writer: blind },
    );
    await mover.flush();
    expect(await figuresOf(project.id)).toMatchObject({ events: 142, uids: 71 });
  });
});

describe('the warehouse', () => {
  it.each(['assigned', 'visits', 'events', 'recorded'] as const)(
    'recovers when it is killed after %s, while collecting continues',
    async (moment) => {
      const { pool, warehouse } = stores();
      const project = await addProject(pool);
      await keepOneOfEach(project.id);
      let killed = 0;
      const mover = start((step) => {
        const pid = warehouse.pid();
        if (step !== moment || killed > 0 || pid === null) return;
        killed = pid;
        process.kill(pid, 'SIGKILL');
      });
      await expect.poll(() => killed, retryOptions).toBeGreaterThan(0);
      await storeInInbox(pool, [event(project.id, { visitor_id: 'late' })]);
      await mover.flush();
      expect(warehouse.pid()).not.toBe(killed);
      expect(await figuresOf(project.id)).toEqual({ ...exact, events: 72, uids: 72, visits: 101 });
    },
  );
});

describe('rows that exist already', () => {
  it('are not added again where their token has expired', async () => {
    const project = await addProject(stores().pool);
    await keepOneOfEach(project.id);
    const { pool } = stores();
    let forged = false;
    const mover = start(async (step) => {
      if (step !== 'events' || forged) return;
      forged = true;
      await pool.query(
        `update inbox set batch_id = overlay(batch_id::text placing '00000000' from 29)::uuid`,
      );
      throw new Error('no answer');
    });
    await mover.flush();
    expect(forged).toBe(true);
    expect(await figuresOf(project.id)).toEqual(exact);
  });
});

describe("a token in the engine's log without its rows", () => {
  /**
   * A writer of an engine that ends at some inserts, after logging the token and before the rows are in place:
   * unrelated rows get the token instead of them.
   */
  function ending(table: string, ends: readonly number[], month = '') {
    const { writer } = stores().warehouse;
    let inserts = 0;
    const broken: typeof writer = Object.create(writer, {
      insert: {
        value: async (request: RequestInput) => {
          if (request.table !== table) return writer.insert(request);
          inserts += 1;
          if (!ends.includes(inserts)) return writer.insert(request);
          const foreign = (row: unknown[]) =>
            row.map((value, index) => {
              const column = request.columns[index];
              return column === 'project_id' || column === 'version' ? 0 : value;
            });
          const time = request.columns.indexOf('event_time');
          const values = request.values.map((row) =>
            String(row[time]).startsWith(month) ? foreign(row) : row,
          );
          await writer.insert({ ...request, values });
          throw new Error('no answer');
        },
      },
    });
    return { writer: broken, inserts: () => inserts };
  }

  it.each([
    ['all visits', 'visits', '', [1], 3],
    ['all events', 'events', '', [1], 3],
    ['the events of a month', 'events', '2026-09', [1], 3],
    ['a version of conversions', 'conversion_versions', '', [1], 3],
    ['all events, and again', 'events', '', [1, 3], 6],
  ])('holds none of them back: %s', async (_, table, month, ends, tried) => {
    const project = await addProject(stores().pool);
    const { writer, inserts } = ending(table, ends, month);
    await keepOneOfEach(project.id);
    await start(undefined, { writer }).flush();
    expect(inserts()).toBe(tried);
    expect(await figuresOf(project.id)).toEqual(exact);
    expect(await isEmpty()).toBe(true);
  });

  it.each([
    ['another project has', true],
    ['came long before', false],
  ])('mistakes no row of the same id for one of them that %s', async (_, isOfAnother) => {
    const { pool } = stores();
    const project = await addProject(pool);
    const before = isOfAnother ? await addProject(pool) : project;
    const known = { event_uid: 'one', visitor_id: 'v', ingested_at: at(0) };
    await storeInInbox(pool, [event(before.id, known)]);
    const first = start();
    await first.flush();
    await first.stop();

    const late = isOfAnother ? known : { ...known, ingested_at: at(7) };
    const { writer, inserts } = ending('events', [1]);
    await storeInInbox(pool, [event(project.id, late)]);
    await start(undefined, { writer }).flush();
    expect(inserts()).toBe(3);
    expect(await figuresOf(project.id)).toMatchObject({ events: isOfAnother ? 1 : 2, uids: 1 });
  });

  it('is not retried with ever more tokens where nothing arrives', async () => {
    const engine = [{ engine: 'MergeTree' }];
    const warehouse = { query: async () => ({ json: async () => engine }) };
    const tokens: string[] = [];
    const inserting = insertRepeatably(warehouse as unknown as ClickHouseClient, ['row'], 'batch', {
      insert: async (_, token) => void tokens.push(token),
      missing: async (rows) => rows,
    });
    await expect(inserting).rejects.toThrow('are not there');
    expect(tokens).toEqual(['batch', 'batch/1', 'batch/2', 'batch/3', 'batch/4']);
  });
});

describe('two movers', () => {
  const ofTheMover = `from pg_locks where locktype = 'advisory' and objid = 4017226 and granted
    and database = (select oid from pg_database where datname = current_database())`;
  const lockHolders = async () => (await stores().pool.query(`select ${ofTheMover}`)).rowCount;
  const cutLock = () => stores().pool.query(`select pg_terminate_backend(pid) ${ofTheMover}`);

  it('take turns: one works, the other takes over when the first ends', async () => {
    const project = await addProject(stores().pool);
    const worked: string[] = [];
    const first = start(() => void worked.push('first'));
    await storeInInbox(stores().pool, [event(project.id)]);
    await first.flush();
    const second = start(() => void worked.push('second'));
    await keepOneOfEach(project.id);
    await second.flush();
    expect(new Set(worked)).toEqual(new Set(['first']));

    await first.stop();
    await storeInInbox(stores().pool, [event(project.id)]);
    await second.flush();
    expect(worked.at(-1)).toBe('second');
    expect(await figuresOf(project.id)).toMatchObject({ events: 73, uids: 73 });
  });

  it('hand over when the connection that holds the lock is cut', async () => {
    const project = await addProject(stores().pool);
    let cut = false;
    start(async (step) => {
      if (step !== 'visits' || cut) return;
      cut = true;
      await cutLock();
    });
    await expect.poll(lockHolders, retryOptions).toBe(1);
    await keepOneOfEach(project.id);
    const second = start();
    await second.flush();
    expect(cut).toBe(true);
    expect(await figuresOf(project.id)).toEqual(exact);
  });

  it.each(['visits', 'events', 'conversion_versions', 'costs'])(
    'write everything once where the first loses the lock, unknowingly, on its way to %s',
    async (table) => {
      const project = await addProject(stores().pool);
      const { writer } = stores().warehouse;
      let cut = false;
      const slow: typeof writer = Object.create(writer, {
        insert: {
          value: async (request: Parameters<typeof writer.insert>[0]) => {
            if (request.table === table && !cut) {
              cut = true;
              await cutLock();
              await start().flush();
            }
            return writer.insert(request);
          },
        },
      });
      const first = start(undefined, { writer: slow });
      await expect.poll(lockHolders, retryOptions).toBe(1);
      await keepOneOfEach(project.id);
      await first.flush();
      await first.stop();
      expect(cut).toBe(true);
      expect(await figuresOf(project.id)).toEqual(exact);
      expect(await isEmpty()).toBe(true);
    },
  );
});

describe('a row that the warehouse can never store', () => {
  it('is set aside, and all others arrive once', async () => {
    const { pool } = stores();
    const project = await addProject(pool);
    await keepOneOfEach(project.id);
    await storeInInbox(pool, [event(project.id, { event_uid: 'bad', value: 'much' })]);
    const mover = start();
    await mover.flush();
    expect(await figuresOf(project.id)).toEqual({
      ...exact,
      versions: expect.any(Number),
      visits: expect.any(Number),
    });
    const { rows } = await pool.query(`select payload->'event'->>'event_uid' as uid from inbox`);
    expect(rows).toEqual([{ uid: 'bad' }]);
    expect(await mover.watermark()).toEqual(new Date(NOON));
    await pool.query('delete from inbox');
  });

  it('makes no older cost the later one', async () => {
    const { pool, warehouse } = stores();
    const project = await addProject(pool);
    const clicks = Array.from({ length: 4_998 }, () => event(project.id));
    await storeInInbox(
      pool,
      [event(project.id, { event_uid: 'bad', value: 'much' }), ...clicks],
      [cost(project.id, { spend: '1', spend_base: '1' })],
    );
    await storeInInbox(pool, [], [cost(project.id, { spend: '7', spend_base: '7' })]);
    await start().flush();
    expect(
      await select(
        warehouse,
        'SELECT toString(spend) AS spend FROM costs FINAL WHERE project_id = {project:UInt32}',
        { project: project.id },
      ),
    ).toEqual([{ spend: '7' }]);
    await pool.query('delete from inbox');
  });

  it('is not one with half a surrogate pair, a line break or a zero byte', async () => {
    const { pool, warehouse } = stores();
    const project = await addProject(pool);
    await storeInInbox(pool, [
      event(project.id, { utm_source: 'a\ud800b', utm_campaign: 'x\n\t\\\u0000"' }),
    ]);
    await start().flush();
    expect(
      await select(
        warehouse,
        'SELECT length(utm_source) > 1 AS stored, utm_campaign FROM events WHERE project_id = {project:UInt32}',
        { project: project.id },
      ),
    ).toEqual([{ stored: 1, utm_campaign: 'x\n\t\\\u0000"' }]);
  });
});

describe('the watermark', () => {
  it('is the oldest waiting event, and now when none waits', async () => {
    const { pool } = stores();
    const project = await addProject(pool);
    let blocked = true;
    const mover = start(() => {
      if (blocked) throw new Error('the warehouse is down');
    });
    await storeInInbox(pool, [event(project.id)]);
    await pool.query('update inbox set received_at = $1', [new Date(NOON - 60_000)]);
    expect(await mover.watermark()).toEqual(new Date(NOON - 60_000));
    blocked = false;
    await mover.flush();
    expect(await mover.watermark()).toEqual(new Date(NOON));
  });
});
