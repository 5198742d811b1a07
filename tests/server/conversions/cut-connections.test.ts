import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLabelCache } from '#server/analytics/runner/label-cache.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const noon = Date.UTC(2026, 10, 20, 12);
let time = noon + 3_600_000;
const clock = () => new Date(time);
const afterTwoMinutes = () => {
  time += 120_000;
};

let playground: SeededProduct;
let sold: SeededProject;
let conversion: string;

beforeAll(async () => {
  playground = await startSeededProduct(
    [
      {
        name: 'Sold',
        timezone: 'UTC',
        currency: 'USD',
        payouts: [],
        rates: [],
        requests: [],
        terms: { '1001': [{ from: 0, type: 'revshare', value: '0.1' }] },
      },
    ],
    clock,
  );
  const [first] = playground.projects;
  if (!first) throw new Error('A shop is open.');
  sold = first;
  await playground.report(sold, [
    {
      event_name: 'purchase',
      event_time: new Date(noon).toISOString(),
      order_id: 'o-1',
      value: '100',
      source: 'server',
    },
  ]);
  await playground.flush();
  const { body } = await playground.get(url('conversions', '&min_revenue=0'), owner());
  conversion = z.array(z.object({ id: z.string() })).parse(body)[0]?.id ?? '';
}, 60_000);
afterAll(() => playground?.stop());

const owner = () => playground.tokens.owner;
const url = (path: string, query = '') =>
  `/api/v1/${path}/?affiliate_id=all&project_id=${sold.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC${query}`;

const common = () => ({ project_id: sold.id, reason_code: 'other', note: 'By their statement' });
const request = {
  adjustments: (amount_revenue: string) => ({
    ...common(),
    affid: '1001',
    amount_revenue,
    effective_date: '2026-11-20',
  }),
  values: (value: string) => ({ ...common(), values: [{ conversion_id: conversion, value }] }),
  status: (to: string) => ({ ids: [conversion], to, reason_code: 'fraud' }),
};
type Kind = keyof typeof request;
const pathOf = (kind: Kind) => `/api/v1/conversions/${kind}/`;

const send = (kind: Kind, body: object, key: string) =>
  playground.post(pathOf(kind), owner(), body, { 'idempotency-key': key });

/** Calls a process that loses its stores once it has written. */
async function askOneThatIsLost(kind: Kind, payload: object, key: string): Promise<number> {
  const pool = new pg.Pool(playground.pool.options);
  const ended: Promise<void>[] = [];
  const app = await appOf(
    productModules({
      pool,
      reader: playground.warehouse.reader,
      labels: createLabelCache(),
      now: clock,
      onDecision: () => void ended.push(pool.end()),
    }),
  );
  const headers = { authorization: `Token ${owner()}`, 'idempotency-key': key };
  const { statusCode } = await app.inject({ method: 'POST', url: pathOf(kind), headers, payload });
  await app.close();
  expect(ended).toHaveLength(1);
  await Promise.all(ended);
  return statusCode;
}

const written = async () => {
  const { rows } = await playground.pool.query<{ id: number; revenue: string }>(
    'select id, revenue::float8::text as revenue from conversion_adjustments order by id',
  );
  return rows;
};

/** How many transactions wait to write corrections. */
const waiting = async () => {
  const { rows } = await playground.pool.query(
    `select from pg_locks join pg_database on pg_database.oid = database
     where datname = current_database() and relation = 'conversion_adjustments'::regclass and not granted`,
  );
  return rows.length;
};

describe('a correction with an Idempotency-Key', () => {
  it.each<[Kind, string, string]>([
    ['adjustments', '-3', '-3'],
    ['values', '80', '-20'],
  ])('is written once by %s whose process is lost with it', async (kind, input, revenue) => {
    const before = await written();
    const [body, key] = [request[kind](input), `${kind}-of-a-lost-process`];
    expect(await askOneThatIsLost(kind, body, key)).toBe(500);
    const after = await written();
    expect(after.slice(before.length)).toEqual([{ id: expect.any(Number), revenue }]);

    afterTwoMinutes();
    const again = await send(kind, body, key);
    const { id } = after.at(-1) ?? {};
    expect(again.body).toMatchObject(kind === 'values' ? { ids: [id], corrected: 1 } : { id });
    expect((await send(kind, body, key)).body).toEqual(again.body);
    expect(await written()).toEqual(after);
  });

  it('is written by one of two processes of which the first was considered lost', async () => {
    const before = await written();
    const body = request.adjustments('-7');
    const key = 'adjustments-of-a-slow-process';
    const holder = await playground.pool.connect();
    await holder.query('begin; lock table conversion_adjustments in exclusive mode');
    const slow = send('adjustments', body, key);
    await expect.poll(waiting).toBe(1);
    afterTwoMinutes();
    const next = send('adjustments', body, key);
    await expect.poll(waiting).toBe(2);
    await holder.query('commit');
    holder.release();

    const [{ status }, done] = await Promise.all([slow, next]);
    expect([status, done.status]).toEqual([409, 201]);
    expect((await send('adjustments', body, key)).body).toEqual(done.body);
    expect(await written()).toHaveLength(before.length + 1);
  });
});

it('a decision with an Idempotency-Key is made once by a process that is lost with it', async () => {
  const create = async () => {
    const { rows } = await playground.pool.query<{ id: string }>('select id from decision_batches');
    return rows.map(({ id }) => id);
  };
  const [body, key] = [request.status('rejected'), 'status-of-a-lost-process'];
  expect(await askOneThatIsLost('status', body, key)).toBe(500);
  const batches = await create();
  expect(batches).toHaveLength(1);

  afterTwoMinutes();
  const again = await send('status', body, key);
  expect(again.body).toMatchObject({ batch: batches[0], changed: 1, refused: [] });
  expect((await send('status', body, key)).body).toEqual(again.body);
  expect(await create()).toEqual(batches);
});
