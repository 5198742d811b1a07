import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailedCount, FailedItem, FailedQueue } from '#contract/failed-items/schemas.ts';
import { noteFailedTry } from '#server/failed-items/repository.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { NOON, purchase, storeInInbox } from '../pipeline/inbox-events.ts';
import { apiCaller, createMember, type SignedInUser } from '../projects/users.ts';

const stores = sharedStores();
const now = () => new Date(NOON);

let call: ReturnType<typeof apiCaller>;
let close: () => Promise<void>;
beforeAll(async () => {
  const { pool, warehouse } = stores();
  const modules = productModules({ pool, reader: warehouse.reader, now });
  const app = await appOf(modules);
  call = apiCaller(app);
  close = () => app.close();
});
afterAll(() => close());

type Company = { id: number; owner: SignedInUser };

async function company(): Promise<Company> {
  const { pool } = stores();
  const { project } = await createProject(pool, { name: 'Acme', createdBy: null });
  return { id: project.id, owner: await createMember(pool, project.id, 'owner') };
}

const setAside = ({ id }: Company, queue: FailedQueue, item: string) =>
  noteFailedTry(stores().pool, { project: id, queue, item, reason: 'It fails.' }, { now: now() });

async function page({ id, owner }: Company, query = '') {
  const answer = await call(owner, 'GET', `/api/v1/failed-items/?project=${id}${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const items: FailedItem[] = answer.json();
  return { items, next: answer.headers['x-next-cursor'] };
}

async function counts({ id, owner }: Company): Promise<FailedCount[]> {
  const answer = await call(owner, 'GET', `/api/v1/failed-items/counts/?project=${id}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const subjectOf = async (one: Company) => (await page(one)).items[0]?.subject;

/** The number of the latest event in the inbox. */
async function lastInInbox({ id }: Company): Promise<string> {
  const { rows } = await stores().pool.query<{ id: string }>(
    'select max(id)::text as id from inbox where project_id = $1',
    [id],
  );
  return rows[0]?.id ?? '';
}

describe('what was set aside', () => {
  it('is read page by page, of one queue or of all, the latest first', async () => {
    const one = await company();
    for (const item of ['1', '2', '3']) await setAside(one, 'recompute', item);
    await setAside(one, 'events', '4');
    const first = await page(one, '&page_size=3');
    expect(first.items.map(({ item }) => item)).toEqual(['4', '3', '2']);
    const second = await page(one, `&page_size=3&cursor=${first.next}`);
    expect(second.items.map(({ item }) => item)).toEqual(['1']);
    expect(second.next).toBeUndefined();
    const events = await page(one, '&queue=events');
    expect(events.items.map(({ item }) => item)).toEqual(['4']);
    expect(events.next).toBeUndefined();
  });

  it('is counted by queue, without what is still tried', async () => {
    const [one, other] = [await company(), await company()];
    await setAside(one, 'recompute', '1');
    await setAside(one, 'events', '2');
    await setAside(one, 'events', '3');
    await setAside(other, 'pixels', '4');
    const still = { project: one.id, queue: 'decisions', item: '5', reason: 'It fails.' } as const;
    await noteFailedTry(stores().pool, still, { now: now(), isLast: () => false });
    expect(await counts(one)).toEqual([
      { queue: 'events', count: 2 },
      { queue: 'recompute', count: 1 },
    ]);
  });
});

describe('the subject of an item', () => {
  it('of an event is its name, its order and when it arrived', async () => {
    const one = await company();
    await storeInInbox(stores().pool, [purchase(one.id, { order_id: 'A-7' })]);
    await setAside(one, 'events', await lastInInbox(one));
    const subject = await subjectOf(one);
    expect(subject).toMatchObject({
      kind: 'event',
      name: 'purchase',
      order: 'A-7',
      conversion: null,
    });
    expect(Date.parse(subject?.time ?? '')).not.toBeNaN();
  });

  it('of an event of another project says nothing', async () => {
    const [one, other] = [await company(), await company()];
    await storeInInbox(stores().pool, [purchase(other.id)]);
    await setAside(one, 'events', await lastInInbox(other));
    expect(await subjectOf(one)).toEqual({
      kind: 'event',
      name: null,
      order: null,
      conversion: null,
      time: null,
    });
  });

  it.each([
    ['conversions', 'batch 12', { kind: 'conversions' }],
    [
      'conversions',
      '2026-11-20T12:00:00.000Z',
      { kind: 'conversion', time: '2026-11-20T12:00:00.000Z' },
    ],
    ['conversions', 'c_1', { kind: 'conversion', name: 'c_1' }],
    ['pixels', '12 c_1', { kind: 'conversion', conversion: 'c_1' }],
    ['pixels', '12', { kind: 'conversions' }],
    ['recompute', 'b5ab1a8b', { kind: 'project' }],
    ['decisions', '999999999', { kind: 'decision' }],
    ['decisions', 'no number', { kind: 'decision' }],
    ['events', 'no number', { kind: 'event' }],
    ['mails', 'invite 999999', { kind: 'invite' }],
  ] as const)('of %s %s', async (queue, item, subject) => {
    const one = await company();
    await setAside(one, queue, item);
    const unknown = { name: null, order: null, conversion: null, time: null };
    expect(await subjectOf(one)).toEqual({ ...unknown, ...subject });
  });

  it('of a correction is its affiliate and its conversion', async () => {
    const one = await company();
    const { rows } = await stores().pool.query<{ id: string }>(
      `with corrected as (
         insert into conversion_adjustments (project_id, conversion_id, aff_id, offer_id, revenue, payout, currency,
           reason_code, note, effective_date, effective_at, created_at)
         values ($1, 'c_9', '1001', '', 1, 0, 'USD', 'other', '', '2026-11-20', $2, $2) returning id
       )
       insert into pending_decisions (project_id, adjustment_id) select $1, id from corrected returning id`,
      [one.id, now()],
    );
    await setAside(one, 'decisions', String(rows[0]?.id));
    expect(await subjectOf(one)).toEqual({
      kind: 'correction',
      name: '1001',
      order: null,
      conversion: 'c_9',
      time: now().toISOString(),
    });
  });
});

describe('trying a queue again', () => {
  it('takes back all of that queue and nothing else', async () => {
    const { pool } = stores();
    const one = await company();
    await storeInInbox(pool, [purchase(one.id), purchase(one.id)]);
    await pool.query(
      `update inbox set batch_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff' where project_id = $1`,
      [one.id],
    );
    const { rows } = await pool.query<{ id: string }>(
      'select id::text from inbox where project_id = $1',
      [one.id],
    );
    for (const { id } of rows) await setAside(one, 'events', id);
    await setAside(one, 'recompute', '1');
    const body = { project: one.id, queue: 'events' };
    const answer = await call(one.owner, 'POST', '/api/v1/failed-items/retry/', body);
    expect(answer.json()).toEqual({ retried: 2, remaining: 0, reason: null });
    expect(await counts(one)).toEqual([{ queue: 'recompute', count: 1 }]);
    const waiting = await pool.query(
      'select from inbox where project_id = $1 and batch_id is null',
      [one.id],
    );
    expect(waiting.rowCount).toBe(2);
    const log = await call(one.owner, 'GET', `/api/v1/audit-log/?project=${one.id}`);
    expect(log.json()).toContainEqual(
      expect.objectContaining({ action: 'item.retried', target: 'events (2)' }),
    );
    const again = await call(one.owner, 'POST', '/api/v1/failed-items/retry/', body);
    expect(again.json()).toEqual({ retried: 0, remaining: 0, reason: null });
  });

  it('plans the conversions of one version for partners once', async () => {
    const { pool } = stores();
    const one = await company();
    for (const item of ['71 c_1', '71 c_2', '72']) await setAside(one, 'pixels', item);
    const body = { project: one.id, queue: 'pixels' };
    const answer = await call(one.owner, 'POST', '/api/v1/failed-items/retry/', body);
    expect(answer.json()).toEqual({ retried: 3, remaining: 0, reason: null });
    const { rows } = await pool.query(
      'delete from pixel_news where version = any($1) returning version::int',
      [[71, 72]],
    );
    expect(rows.map(({ version }) => version).sort()).toEqual([71, 72]);
  });
});
