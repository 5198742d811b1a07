import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FailedItem } from '#contract/failed-items/schemas.ts';
import { readBasis, storeDecision } from '#server/conversions/decision-batches.ts';
import { createInbox, InboxUnavailable } from '#server/pipeline/inbox.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import { requestRecompute } from '#server/pipeline/request-recompute.ts';
import {
  createPostbackRecorder,
  type PostbackRecord,
} from '#server/postbacks/postback-recorder.ts';
import { eraseProjects } from '#server/projects/erasure.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores, silent } from '#tests/support/stores.ts';
import { type PixelFixture, startPixelFixture } from '../event-pixels/fixture.ts';
import { replyWith } from '../event-pixels/partner.ts';
import { at, cost, event, NOON, purchase, select, storeInInbox } from '../pipeline/inbox-events.ts';
import { apiCaller, createMember, type SignedInUser } from '../projects/users.ts';

const stores = sharedStores();
let passed = 0;
const now = () => new Date(NOON + 7_200_000 + passed);
/** Between two failures half a minute passes. */
const pass = () => {
  passed += 30_000;
};

let call: ReturnType<typeof apiCaller>;
let close: () => Promise<void>;
let mover: Mover | null = null;
beforeAll(async () => {
  const { pool, warehouse } = stores();
  const app = await appOf(
    productModules({
      pool,
      reader: warehouse.reader,
      now,
      wake: () => mover?.wake(),
      onDecision: () => mover?.notifyDecision(),
      watermark: async () => now(),
    }),
  );
  call = apiCaller(app);
  close = () => app.close();
});
afterAll(() => close());
afterEach(async () => {
  await mover?.stop();
  mover = null;
});

async function company() {
  const { pool } = stores();
  const { project } = await createProject(pool, { name: 'Acme', createdBy: null });
  const owner = await createMember(pool, project.id, 'owner');
  return { id: project.id, owner };
}
type Company = Awaited<ReturnType<typeof company>>;

function startMoving(writer: ClickHouseClient = stores().warehouse.writer): Mover {
  const { pool } = stores();
  mover = startMover({ pool, warehouse: { writer }, log: silent, now });
  return mover;
}

const failure = (code: string, type: string) =>
  new ClickHouseError({ message: 'Not enough luck.', code, type });
const unlucky = failure('49', 'LOGICAL_ERROR');

type Fields = {
  query_params?: { project?: number };
  query?: string;
  table?: string;
  values?: unknown[][];
};

const listLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** A warehouse that fails for some calls. */
function failingWhere(isBad: (fields: Fields) => boolean, error: Error): ClickHouseClient {
  const { writer } = stores().warehouse;
  return new Proxy(writer, {
    get(target, name: keyof ClickHouseClient) {
      const method = target[name];
      if (typeof method !== 'function') return method;
      return (fields: Fields) => {
        if (isBad(fields ?? {})) {
          pass();
          throw error;
        }
        return (method as (given: unknown) => unknown).call(target, fields);
      };
    },
  });
}

/** A warehouse that fails for one project, in a way that may have another cause. */
const failingFor = (
  project: number,
  isOver = () => false,
  error: Error = unlucky,
): ClickHouseClient =>
  failingWhere(({ query_params: its }) => its?.project === project && !isOver(), error);

async function listed({ id, owner }: Company): Promise<{ total: number; items: FailedItem[] }> {
  const answer = await call(owner, 'GET', `/api/v1/failed-items/?project=${id}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const items: FailedItem[] = answer.json();
  return { total: items.length, items };
}

async function audited({ id, owner }: Company): Promise<string[]> {
  const answer = await call(owner, 'GET', `/api/v1/audit-log/?project=${id}`);
  return answer.json().map(({ action }: { action: string }) => action);
}

const retry = (owner: SignedInUser, { id }: Pick<FailedItem, 'id'>) =>
  call(owner, 'POST', `/api/v1/failed-items/${id}/retry/`);

const conversionsOf = async ({ id }: Company) => {
  const rows = await select<{ n: number }>(
    stores().warehouse,
    'SELECT toUInt32(count()) AS n FROM conversions FINAL WHERE project_id = {project:UInt32}',
    { project: id },
  );
  return rows[0]?.n;
};

const eventsIn = async ({ id }: Company) => {
  const rows = await select<{ n: number }>(
    stores().warehouse,
    'SELECT toUInt32(count()) AS n FROM events WHERE project_id = {project:UInt32}',
    { project: id },
  );
  return rows[0]?.n;
};

describe('an event that cannot be stored', () => {
  it('is set aside, shown to its owner and can be retried; others arrive', async () => {
    const { pool } = stores();
    const [bad, good] = [await company(), await company()];
    await storeInInbox(pool, [
      purchase(good.id),
      purchase(bad.id, { order_id: 'bad', value: 'a hundred' }),
      purchase(bad.id, { order_id: 'sound' }),
      purchase(good.id),
    ]);
    await startMoving().flush();
    expect([await conversionsOf(good), await conversionsOf(bad)]).toEqual([2, 1]);
    const { total, items } = await listed(bad);
    expect(total).toBe(1);
    expect(items).toMatchObject([{ queue: 'events', tries: 1, reason: expect.any(String) }]);
    expect(await audited(bad)).toContain('item.set-aside');
    expect(await listed(good)).toEqual({ total: 0, items: [] });

    const [item] = items;
    if (!item) throw new Error('Nothing was set aside.');
    expect((await retry(good.owner, item)).statusCode).toBe(404);
    await pool.query(
      `update inbox set payload = jsonb_set(payload::jsonb, '{event,value}', '"100"')::json where id = $1`,
      [item.item],
    );
    expect((await retry(bad.owner, item)).statusCode).toBe(200);
    await mover?.flush();
    expect(await conversionsOf(bad)).toBe(2);
    expect((await listed(bad)).total).toBe(0);
    expect(await audited(bad)).toContain('item.retried');
  });
});

describe.each([
  ['70', 'CANNOT_CONVERT_TYPE'],
  ['349', 'CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN'],
  ['321', 'VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE'],
])('an event that fails again and again with %s', (code, type) => {
  it('is found and set aside; others arrive', async () => {
    const [bad, good] = [await company(), await company()];
    await storeInInbox(stores().pool, [
      purchase(good.id),
      purchase(bad.id, { order_id: 'unfit' }),
      purchase(bad.id, { order_id: 'sound' }),
      purchase(good.id),
    ]);
    const isUnfit = ({ table, values = [] }: Fields) =>
      table === 'events' && values.some((row) => row.includes('unfit') && row.includes(bad.id));
    await startMoving(failingWhere(isUnfit, failure(code, type))).flush();
    expect([await conversionsOf(good), await conversionsOf(bad)]).toEqual([2, 1]);
    const { items } = await listed(bad);
    expect(items).toMatchObject([{ queue: 'events', reason: `${code} ${type}` }]);
    expect((await listed(good)).total).toBe(0);
  }, 120_000);
});

/** A warehouse with other answers to some queries and inserts; null leaves them to the engine. */
function answering(
  rowsOf: (query: string) => readonly object[] | null,
  onInsert: (fields: Fields) => Promise<void> | null,
): ClickHouseClient {
  const { writer } = stores().warehouse;
  return Object.create(writer, {
    query: {
      value: async (fields: { query: string }) => {
        const rows = rowsOf(fields.query);
        return rows ? { json: async () => rows } : writer.query(fields);
      },
    },
    insert: {
      value: (fields: Parameters<ClickHouseClient['insert']>[0]) =>
        onInsert(fields as Fields) ?? writer.insert(fields),
    },
  });
}

const engineQuery = 'SELECT engine FROM system.tables';

describe.each(['MergeTree', 'Distributed'])(
  'a batch whose first month alone is stored: %s',
  (engine) => {
    it('arrives in parts, each event once', async () => {
      const one = await company();
      const { writer } = stores().warehouse;
      const isLater = (row: unknown[]) => row.some((value) => String(value).startsWith('2026-11'));
      const storeFirstMonth = async (fields: Fields & { values: unknown[][] }) => {
        const values = fields.values.filter((row) => !isLater(row));
        if (values.length > 0) await writer.insert({ ...fields, table: 'events', values });
        pass();
        throw failure('241', 'MEMORY_LIMIT_EXCEEDED');
      };
      const failing = answering(
        (query) => (query.includes(engineQuery) ? [{ engine }] : null),
        ({ values = [], ...fields }) =>
          fields.table === 'events' && values.filter(isLater).length > 3
            ? storeFirstMonth({ ...fields, values })
            : null,
      );
      const month = 30 * 86_400_000;
      await storeInInbox(
        stores().pool,
        Array.from({ length: 9 }, (_, index) =>
          purchase(one.id, { event_time: at(index < 3 ? -month : index) }),
        ),
        [cost(one.id)],
      );
      await startMoving(failing).flush();
      expect([await eventsIn(one), await conversionsOf(one)]).toEqual([9, 9]);
      expect((await listed(one)).total).toBe(0);
    }, 120_000);
  },
);

describe('a batch whose answers are lost while a replica lags behind', () => {
  it('is not divided, so that no event counts twice', async () => {
    const one = await company();
    const { writer } = stores().warehouse;
    let failures = 0;
    const lags = () => failures < 6;
    const loseAnswer = async (fields: Fields) => {
      await writer.insert(fields as Parameters<ClickHouseClient['insert']>[0]);
      failures += 1;
      pass();
      throw unlucky;
    };
    const lagging = answering(
      (query) => {
        if (query.includes(engineQuery)) return [{ engine: 'Distributed' }];
        if (query.includes('system.replicas')) return [{ lagging: lags() ? 1 : 0 }];
        return lags() && query.includes('name IN {names:Array(String)}') ? [] : null;
      },
      (fields) => (fields.table === 'events' && lags() ? loseAnswer(fields) : null),
    );
    await storeInInbox(stores().pool, [purchase(one.id), purchase(one.id)]);
    await startMoving(lagging).flush();
    expect(failures).toBe(6);
    expect([await eventsIn(one), await conversionsOf(one)]).toEqual([2, 2]);
    expect((await listed(one)).total).toBe(0);
  }, 120_000);
});

describe('pressure on the warehouse', () => {
  it.each([
    ['241', 'MEMORY_LIMIT_EXCEEDED'],
    ['159', 'TIMEOUT_EXCEEDED'],
    ['319', 'UNKNOWN_STATUS_OF_INSERT'],
  ])(
    'sets nothing aside: %s',
    async (code, type) => {
      const one = await company();
      let failures = 0;
      const isBusy = ({ query_params: its, values = [] }: Fields) => {
        const isBad = its?.project === one.id || values.some((row) => row.includes(one.id));
        return isBad && ++failures < 8;
      };
      await storeInInbox(stores().pool, [purchase(one.id)]);
      await decide(one);
      await startMoving(failingWhere(isBusy, failure(code, type))).flush();
      expect(failures).toBeGreaterThanOrEqual(8);
      expect(await conversionsOf(one)).toBe(1);
      expect((await listed(one)).total).toBe(0);
    },
    60_000,
  );

  it('in one project does not stop the recomputation of those after it', async () => {
    const [bad, good] = [await company(), await company()];
    const { pool } = stores();
    await requestRecompute(pool, bad.id);
    await requestRecompute(pool, good.id);
    startMoving(failingFor(bad.id, undefined, failure('241', 'MEMORY_LIMIT_EXCEEDED')));
    const waiting = async () => {
      const { rows } = await pool.query<{ id: number }>(
        'select project_id as id from pending_refresh where project_id = any($1)',
        [[bad.id, good.id]],
      );
      return rows;
    };
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([{ id: bad.id }]);
    expect((await listed(bad)).total).toBe(0);
    await pool.query('delete from pending_refresh where project_id = $1', [bad.id]);
  });
});

describe('a warehouse without the memory for', () => {
  const lacking = failure('241', 'MEMORY_LIMIT_EXCEEDED');
  const lackingOfItsOwn = new ClickHouseError({
    message: 'Query memory limit exceeded: would use 9.32 GiB, maximum: 9.31 GiB.',
    code: '241',
    type: 'MEMORY_LIMIT_EXCEEDED',
  });
  const limits = [
    ['a statement', lackingOfItsOwn],
    ['all statements', lacking],
  ] as const;

  it.each(limits)(
    'a large batch stores its parts: limit of %s',
    async (_, error) => {
      const one = await company();
      const isLarge = ({ table, values = [] }: Fields) => table === 'events' && values.length > 3;
      await storeInInbox(
        stores().pool,
        Array.from({ length: 20 }, () => purchase(one.id)),
      );
      await startMoving(failingWhere(isLarge, error)).flush();
      expect(await conversionsOf(one)).toBe(20);
      expect(await eventsIn(one)).toBe(20);
      expect((await listed(one)).total).toBe(0);
    },
    120_000,
  );

  it.each(limits)(
    'one event sets it aside; others arrive: limit of %s',
    async (_, error) => {
      const [bad, good] = [await company(), await company()];
      await storeInInbox(stores().pool, [
        purchase(bad.id, { order_id: 'huge' }),
        purchase(good.id),
        purchase(bad.id, { order_id: 'sound' }),
      ]);
      const isHuge = ({ table, values = [] }: Fields) =>
        table === 'events' && values.some((row) => row.includes('huge') && row.includes(bad.id));
      await startMoving(failingWhere(isHuge, error)).flush();
      expect([await conversionsOf(good), await conversionsOf(bad)]).toEqual([1, 1]);
      const { items } = await listed(bad);
      expect(items).toMatchObject([{ queue: 'events', reason: '241 MEMORY_LIMIT_EXCEEDED' }]);
      expect((await listed(good)).total).toBe(0);
    },
    120_000,
  );

  it('anything sets nothing aside, however long it lasts', async () => {
    const one = await company();
    await storeInInbox(stores().pool, [purchase(one.id), purchase(one.id)]);
    let failures = 0;
    const isShort = ({ table, query }: Fields) =>
      (table === 'events' || query?.includes('groupArray') === true) && ++failures < 20;
    await startMoving(failingWhere(isShort, lacking)).flush();
    expect(failures).toBeGreaterThanOrEqual(20);
    expect(await conversionsOf(one)).toBe(2);
    expect((await listed(one)).total).toBe(0);
  }, 120_000);

  it.each(limits)(
    'many conversions at once computes fewer: limit of %s',
    async (_, error) => {
      const one = await company();
      const isLarge = ({ query_params: its }: Fields) =>
        its?.project === one.id && Object.values(its).some((value) => listLength(value) > 3);
      await storeInInbox(
        stores().pool,
        Array.from({ length: 20 }, () => purchase(one.id)),
      );
      await startMoving(failingWhere(isLarge, error)).flush();
      expect(await conversionsOf(one)).toBe(20);
      expect((await listed(one)).total).toBe(0);
    },
    120_000,
  );

  it('one conversion lists it; others are there', async () => {
    const [bad, good] = [await company(), await company()];
    await storeInInbox(stores().pool, [purchase(bad.id), purchase(good.id)]);
    const moving = startMoving(failingFor(bad.id, undefined, lackingOfItsOwn));
    await moving.flush();
    expect(await conversionsOf(good)).toBe(1);
    expect((await listed(bad)).items).toMatchObject([
      { queue: 'conversions', reason: '241 MEMORY_LIMIT_EXCEEDED' },
    ]);
  });

  it('the conversions of one project lists them after a while; those of others are there', async () => {
    const [bad, good] = [await company(), await company()];
    await storeInInbox(stores().pool, [purchase(bad.id), purchase(good.id)]);
    await startMoving(failingFor(bad.id, undefined, lacking)).flush();
    expect(await conversionsOf(good)).toBe(1);
    const { items } = await listed(bad);
    expect(items).toMatchObject([{ queue: 'conversions', reason: '241 MEMORY_LIMIT_EXCEEDED' }]);
  }, 120_000);

  it('a batch as the engine itself says it', async () => {
    const one = await company();
    const huge = 'x'.repeat(50_000);
    await storeInInbox(
      stores().pool,
      Array.from({ length: 60 }, () => purchase(one.id, { params: JSON.stringify({ huge }) })),
    );
    const { writer } = stores().warehouse;
    let refusals = 0;
    const limited = Object.create(writer, {
      insert: {
        value: async (fields: Parameters<ClickHouseClient['insert']>[0]) => {
          const settings = { ...fields.clickhouse_settings, max_memory_usage: '8000000' };
          const isLimited = fields.table === 'events';
          return writer
            .insert(isLimited ? { ...fields, clickhouse_settings: settings } : fields)
            .catch((error: unknown) => {
              refusals += 1;
              throw error;
            });
        },
      },
    });
    await startMoving(limited).flush();
    expect(refusals).toBeGreaterThan(0);
    expect(await eventsIn(one)).toBe(60);
    expect((await listed(one)).total).toBe(0);
  }, 120_000);
});

describe('conversions that cannot be computed', () => {
  it('are listed with one entry in the audit log, also when the batch fails later', async () => {
    const { pool } = stores();
    const bad = await company();
    const endless = 'endless '.repeat(40_000);
    await storeInInbox(pool, [
      purchase(bad.id, { event_id: `1 ${endless}` }),
      purchase(bad.id, { event_id: `2 ${endless}`, event_time: at(-1_000) }),
      purchase(bad.id, { event_id: 'sound' }),
    ]);
    let failures = 0;
    const failsLater = ({ table }: Fields) => table === 'conversion_versions' && ++failures === 1;
    await startMoving(failingWhere(failsLater, failure('241', 'MEMORY_LIMIT_EXCEEDED'))).flush();
    expect(failures).toBeGreaterThan(1);
    expect(await conversionsOf(bad)).toBe(1);
    expect((await listed(bad)).total).toBe(2);
    const entries = (await audited(bad)).filter((action) => action === 'item.set-aside');
    expect(entries).toHaveLength(1);
  });
});

describe('a conversion that cannot be computed', () => {
  it('is listed and can be retried; others are there', async () => {
    const bad = await company();
    await storeInInbox(stores().pool, [
      purchase(bad.id, { event_id: 'endless '.repeat(40_000) }),
      purchase(bad.id, { event_id: 'sound' }),
    ]);
    await startMoving().flush();
    expect(await conversionsOf(bad)).toBe(1);
    const { items } = await listed(bad);
    expect(items).toMatchObject([{ queue: 'conversions', reason: '62 SYNTAX_ERROR' }]);
    const [item] = items;
    if (item) expect((await retry(bad.owner, item)).statusCode).toBe(200);
    const { rowCount } = await stores().pool.query(
      'select from pending_refresh where project_id = $1 and everything',
      [bad.id],
    );
    expect(rowCount).toBe(1);
  });

  it('that fails again and again with its batch is listed; those of others are there', async () => {
    const [bad, good] = [await company(), await company()];
    await storeInInbox(stores().pool, [purchase(bad.id), purchase(good.id)]);
    let isOver = false;
    const moving = startMoving(failingFor(bad.id, () => isOver));
    await moving.flush();
    await storeInInbox(stores().pool, [purchase(good.id)]);
    await moving.flush();
    expect(await conversionsOf(good)).toBe(2);
    expect((await listed(good)).total).toBe(0);
    isOver = true;
    const { items } = await listed(bad);
    expect(items).toMatchObject([{ queue: 'conversions', tries: 5, reason: '49 LOGICAL_ERROR' }]);
    for (const item of items) expect((await retry(bad.owner, item)).statusCode).toBe(200);
    await expect.poll(() => conversionsOf(bad), { timeout: 60_000 }).toBe(1);
  });
});

async function decide({ id, owner }: Company): Promise<void> {
  const { pool } = stores();
  await storeDecision(pool, {
    to: 'rejected',
    reason: null,
    note: '',
    by: owner.id,
    at: now(),
    found: [{ project: id, conversion: `c_${id}`, uid: `u${id}`, key: `k${id}`, from: 'approved' }],
    basis: await readBasis(pool),
    onKept: async () => undefined,
  });
}

describe.each([
  ['a decision', 'decisions', decide],
  ['a recomputation', 'recompute', ({ id }: Company) => requestRecompute(stores().pool, id)],
] as const)('%s that fails', (_, queue, ask) => {
  it('is set aside after five tries and can be retried; those after it are done', async () => {
    const [bad, good] = [await company(), await company()];
    const { pool } = stores();
    const table = queue === 'decisions' ? 'pending_decisions' : 'pending_refresh';
    const waiting = async ({ id }: Company) =>
      (await pool.query(`select from ${table} where project_id = $1`, [id])).rowCount;
    await ask(bad);
    await ask(good);
    let isOver = false;
    startMoving(failingFor(bad.id, () => isOver));
    await expect.poll(() => waiting(good), { timeout: 60_000 }).toBe(0);
    const total = async () => (await listed(bad)).total;
    await expect.poll(total, { timeout: 60_000 }).toBe(1);
    const { items } = await listed(bad);
    expect(items).toMatchObject([{ queue, tries: 5, reason: '49 LOGICAL_ERROR' }]);
    expect(await waiting(bad)).toBe(1);
    isOver = true;
    for (const item of items) expect((await retry(bad.owner, item)).statusCode).toBe(200);
    await expect.poll(() => waiting(bad), { timeout: 60_000 }).toBe(0);
    expect(await total()).toBe(0);
  });
});

describe('a request that cannot be stored', () => {
  it('is refused alone; the others of its group are kept', async () => {
    const { pool } = stores();
    const { id } = await company();
    const inbox = createInbox({ pool, now, wake: () => undefined, log: silent });
    const refused = inbox.keep(2 ** 40, [], ['bot']);
    const kept = inbox.keep(id, [], ['bot']);
    await expect(refused).rejects.toThrow(InboxUnavailable);
    expect(await kept).toEqual({ accepted: 0, duplicates: 0 });
    const { rowCount } = await pool.query('select from rejections where project_id = $1', [id]);
    expect(rowCount).toBe(1);
  });
});

describe('a postback that the log cannot store', () => {
  it('is stored without the characters; those beside it are stored unchanged', async () => {
    const { pool } = stores();
    const { id } = await company();
    const recorder = createPostbackRecorder({ pool, now, log: silent });
    const came = (address: string): PostbackRecord => ({
      project_id: id,
      received_at: now(),
      method: 'GET',
      address,
      network: '',
      result: 'parse_error',
      field: null,
      message: null,
      event_name: '',
      click_id: '',
      order_id: '',
      value: '',
      currency: '',
      status: '',
      event_uid: null,
    });
    for (const address of ['/a', '/b\0', '/c\uD800', '/d']) recorder.note(came(address));
    await recorder.flush();
    const { rows } = await pool.query('select address from postback_log where project_id = $1', [
      id,
    ]);
    expect(rows.map(({ address }) => address).sort()).toEqual(['/a', '/b\uFFFD', '/c\uFFFD', '/d']);
  });
});

describe('the deletion of a project that fails', () => {
  it('does not stop the deletion of another', async () => {
    const { pool } = stores();
    const [bad, good] = [await company(), await company()];
    await storeInInbox(pool, [purchase(bad.id), purchase(good.id)]);
    await startMoving().flush();
    await pool.query('update projects set deletes_at = $2 where id = any($1)', [
      [bad.id, good.id],
      now(),
    ]);
    const erase = (writer: ClickHouseClient) =>
      eraseProjects({
        pool,
        warehouse: { writer },
        cluster: undefined,
        now,
        log: silent,
        endSubscription: async () => undefined,
      });
    expect(await erase(failingFor(bad.id))).toEqual([bad.id, good.id]);
    expect([await conversionsOf(bad), await conversionsOf(good)]).toEqual([1, 0]);
    await erase(stores().warehouse.writer);
    expect(await conversionsOf(bad)).toBe(0);
  });
});

describe('an event pixel', () => {
  let fixture: PixelFixture;
  let unluckyProject = 0;
  beforeAll(async () => {
    const { warehouse, ...others } = stores();
    const isUnlucky = ({ query_params: its }: Fields) => {
      const isBad = unluckyProject > 0 && its?.project === unluckyProject;
      if (isBad) fixture.clock.advance(30_000);
      return isBad;
    };
    const writer = failingWhere(isUnlucky, unlucky);
    fixture = await startPixelFixture({ ...others, warehouse: { ...warehouse, writer } });
    fixture.clock.advance(NOON - fixture.clock.now().getTime());
  });
  afterAll(() => fixture?.stop());

  async function listening(path: string, fire_on = ['approved']) {
    const { projectId, affiliate, owner, event: purchased } = await fixture.company();
    const url_template = `${fixture.partner.origin}${path}?sub={affsub}&status={status}`;
    const settings = {
      affiliate,
      event: purchased,
      type: 'postback',
      fire_on,
      dedup_mode: 'new',
      url_template,
    };
    const pixel = await fixture.create(owner, settings);
    /** A purchase, and the click that earned it. */
    const sale = (order_id: string, affsub: string) => [
      event(projectId, { affid: '1001', affsub, click_id: order_id, event_time: at(100_000) }),
      purchase(projectId, { click_id: order_id, order_id, event_time: at(300_000) }),
    ];
    return { company: { id: projectId, owner }, owner, pixel, sale };
  }

  it('sends the other conversions when one cannot be planned, also of other companies', async () => {
    const poisoned = await listening('/poisoned');
    const other = await listening('/other');
    await refuseDeliveriesOf('poison');
    await fixture.happen(
      [
        ...poisoned.sale('p1', 'poison'),
        ...poisoned.sale('p2', 'sound'),
        ...other.sale('p3', 'theirs'),
      ],
      other.sale('p4', 'later'),
    );
    const heard = (path: string) =>
      fixture.partner.heardAt(path).map(({ url }) => url.searchParams.get('sub'));
    expect(heard('/poisoned')).toEqual(['sound']);
    expect(heard('/other').sort()).toEqual(['later', 'theirs']);
    const { items } = await listed(poisoned.company);
    expect(items).toMatchObject([{ queue: 'pixels', reason: expect.stringContaining('22P05') }]);
    const [item] = items;
    if (item) expect((await retry(poisoned.owner, item)).statusCode).toBe(200);
    await fixture.flush();
    expect(await listed(poisoned.company)).toMatchObject({
      total: 1,
      items: [{ queue: 'pixels' }],
    });
    expect(heard('/poisoned')).toEqual(['sound']);
    await fixture.pool.query('drop function refuse_delivery cascade');
  });

  /** The database refuses deliveries that name this sub id, as it does texts that it cannot store. */
  const refuseDeliveriesOf = (affsub: string) =>
    fixture.pool.query(`
      create function refuse_delivery() returns trigger language plpgsql as $$ begin
        if new.facts->>'affsub' = '${affsub}' then raise exception using errcode = '22P05'; end if;
        return new;
      end $$;
      create trigger refuse_delivery before insert on pixel_deliveries
        for each row execute function refuse_delivery()`);

  it('sends conversions that were left out when they are tried again, and others not twice', async () => {
    const { company: one, owner, sale } = await listening('/late');
    const heard = () =>
      fixture.partner.heardAt('/late').map(({ url }) => url.searchParams.get('sub'));
    await fixture.happen(sale('l1', 'early'));
    unluckyProject = one.id;
    await fixture.happen(sale('l2', 'late'));
    unluckyProject = 0;
    expect(heard()).toEqual(['early']);
    const { items } = await listed(one);
    expect(items).toMatchObject([{ queue: 'conversions', tries: 5 }]);
    for (const item of items) expect((await retry(owner, item)).statusCode).toBe(200);
    const left = async () => {
      const { rows } = await fixture.pool.query(
        'select queue, item, tries, reason from failed_items where project_id = $1',
        [one.id],
      );
      return rows;
    };
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    await fixture.flush();
    expect(heard()).toEqual(['early', 'late']);
    await requestRecompute(fixture.pool, one.id);
    const asked = async () =>
      (await fixture.pool.query('select from pending_refresh where project_id = $1', [one.id]))
        .rowCount;
    await expect.poll(asked, { timeout: 30_000 }).toBe(0);
    await fixture.flush();
    expect(heard()).toEqual(['early', 'late']);
  }, 120_000);

  it('records an answer without the characters that the database cannot store', async () => {
    const { owner, pixel, sale } = await listening('/odd');
    fixture.partner.answersAt('/odd', replyWith(200, 'a\0b'));
    await fixture.happen(sale('o1', 'one'), sale('o2', 'two'));
    const log = await fixture.log(owner, pixel);
    expect(log.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(fixture.partner.heardAt('/odd')).toHaveLength(2);
  });

  it('gives up a delivery whose answer cannot be recorded, and sends it when it is asked again', async () => {
    const { owner, pixel, sale } = await listening('/unrecorded');
    await fixture.pool.query(`
      create function refuse_recording() returns trigger language plpgsql as $$ begin
        if new.state = 'done' and old.facts->>'affsub' = 'one' then
          raise exception using errcode = '22P05';
        end if;
        return new;
      end $$;
      create trigger refuse_recording before update on pixel_deliveries
        for each row execute function refuse_recording()`);
    const since = fixture.clock.now().toISOString();
    await fixture.happen(sale('r1', 'one'), sale('r2', 'two'));
    const states = async () => (await fixture.log(owner, pixel)).map(({ state }) => state);
    expect(await states()).toEqual(['done', 'given_up']);
    const [, failed] = await fixture.log(owner, pixel);
    expect(failed).toMatchObject({
      outcome: 'invalid',
      response_excerpt: expect.stringContaining('22P05'),
    });
    const replay = () =>
      fixture.call(owner, 'POST', `/api/v1/pixels/${pixel.id}/replay/`, {
        outcome: 'invalid',
        since,
      });
    expect((await replay()).json()).toEqual({ replayed: 1, skipped: 0 });
    await fixture.flush();
    expect(await states()).toEqual(['done', 'given_up']);
    await fixture.pool.query('drop function refuse_recording cascade');
    expect((await replay()).json()).toEqual({ replayed: 1, skipped: 0 });
    await fixture.flush();
    expect(await states()).toEqual(['done', 'done']);
    const [, ...calls] = fixture.partner.heardAt('/unrecorded').map(({ url }) => url.searchParams);
    expect(calls.map((its) => its.get('sub'))).toEqual(['two', 'one', 'one']);
  });
});
