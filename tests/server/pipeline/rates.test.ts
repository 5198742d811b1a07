import { afterEach, expect, it } from 'vitest';
import { storeRates } from '#server/import/store-rates.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import { processRecomputeRequests } from '#server/pipeline/recompute-requests.ts';
import { changeProject } from '#server/projects/repository.ts';
import { addProject, sharedStores, silent } from '#tests/support/stores.ts';
import { cost, purchase, select, storeInInbox } from './inbox-events.ts';

const stores = sharedStores();
const now = () => new Date('2026-11-30T12:00:00.000Z');
const retryOptions = { timeout: 20_000 };

let mover: Mover | null = null;
afterEach(async () => {
  await mover?.stop();
  mover = null;
});
function startMoving(): Mover {
  const { pool, warehouse } = stores();
  mover = startMover({ pool, warehouse, log: silent, now });
  return mover;
}

const rate = (base: string, value: string) => ({
  base,
  currency: 'JPY',
  valid_from: '2026-01-01',
  rate: value,
});

const ofJapan = { currency: 'JPY', spend: '100', spend_base: '0', excluded_reason: 'no_rate' };

const figures = (project: number) =>
  select(
    stores().warehouse,
    `SELECT * FROM (SELECT 'order' AS kind, toString(value) AS amount, excluded_reason FROM conversions FINAL
       WHERE project_id = {project:UInt32}
     UNION ALL
     SELECT 'cost' AS kind, toString(spend_base) AS amount, excluded_reason FROM costs FINAL
       WHERE project_id = {project:UInt32}
     ) ORDER BY kind`,
    { project },
  );
const counted = (spent: string, sold: string) => [
  { kind: 'cost', amount: spent, excluded_reason: '' },
  { kind: 'order', amount: sold, excluded_reason: '' },
];

const pending = async (project: number) =>
  (await stores().pool.query('select from pending_refresh where project_id = $1', [project]))
    .rowCount;

it('an order without a rate is excluded, counted when its rate comes, and follows a corrected one', async () => {
  const { pool } = stores();
  const { id } = await addProject(pool, { currency: 'CHF' });
  const { flush } = startMoving();
  await storeInInbox(pool, [purchase(id, { value: '10', currency: 'JPY' })], [cost(id, ofJapan)]);
  await flush();
  expect(await figures(id)).toEqual([
    { kind: 'cost', amount: '0', excluded_reason: 'no_rate' },
    { kind: 'order', amount: '0', excluded_reason: 'no_rate' },
  ]);
  expect(await storeRates(pool, [rate('CHF', '0.5')])).toEqual({ changed: 1, projects: 1 });
  await expect.poll(() => figures(id), retryOptions).toEqual(counted('50', '5'));
  await storeRates(pool, [rate('CHF', '0.25')]);
  await expect.poll(() => figures(id), retryOptions).toEqual(counted('25', '2.5'));
  await expect.poll(() => pending(id), retryOptions).toBe(0);
  expect(await storeRates(pool, [rate('CHF', '0.2500')])).toEqual({ changed: 0, projects: 0 });
});

it('an order uses the rate of its day in the zone that its project has now', async () => {
  const { pool, warehouse } = stores();
  const { id } = await addProject(pool, { currency: 'CZK', timezone: 'UTC' });
  const { flush } = startMoving();
  const dated = (valid_from: string, value: string) => ({ ...rate('CZK', value), valid_from });
  await storeRates(pool, [dated('2026-11-01', '0.5'), dated('2026-11-20', '2')]);
  const event_time = '2026-11-19 20:00:00.000';
  await storeInInbox(pool, [purchase(id, { value: '10', currency: 'JPY', event_time })], []);
  await flush();
  const sold = () =>
    select(
      warehouse,
      'SELECT toString(value) AS value FROM conversions FINAL WHERE project_id = {project:UInt32}',
      { project: id },
    );
  expect(await sold()).toEqual([{ value: '5' }]);
  await changeProject(pool, id, { timezone: 'Asia/Tokyo' });
  await expect.poll(sold, retryOptions).toEqual([{ value: '20' }]);
});

it('a cost is at noon of its day in the zone that its project has now, also one that waited', async () => {
  const { pool, warehouse } = stores();
  const { id } = await addProject(pool, { currency: 'USD', timezone: 'America/Los_Angeles' });
  const noons = () =>
    select(
      warehouse,
      `SELECT ad_id, toString(event_time) AS noon, toString(spend_base) AS spent FROM costs FINAL
       WHERE project_id = {project:UInt32} ORDER BY ad_id`,
      { project: id },
    );
  const own = { date: '2026-11-19', event_time: '2026-11-19T20:00:00.000Z' };
  const flushing = startMoving();
  await storeInInbox(pool, [], [cost(id, { ...own, ad_id: 'moved' })]);
  await flushing.flush();
  expect(await noons()).toEqual([{ ad_id: 'moved', noon: '2026-11-19 20:00:00.000', spent: '5' }]);
  await flushing.stop();
  await storeInInbox(pool, [], [cost(id, { ...own, ad_id: 'waits' })]);
  await changeProject(pool, id, { timezone: 'Asia/Tokyo' });
  await startMoving().flush();
  const inTokyo = { noon: '2026-11-19 03:00:00.000', spent: '5' };
  await expect.poll(noons, retryOptions).toEqual([
    { ad_id: 'moved', ...inTokyo },
    { ad_id: 'waits', ...inTokyo },
  ]);
});

it('rates that arrive while no mover runs count from its start, also for waiting rows', async () => {
  const { pool } = stores();
  const { id } = await addProject(pool, { currency: 'SEK' });
  await storeInInbox(pool, [purchase(id, { value: '10', currency: 'JPY' })], [cost(id, ofJapan)]);
  await storeRates(pool, [rate('SEK', '0.5')]);
  await pool.query('delete from pending_refresh');
  await startMoving().flush();
  expect(await figures(id)).toEqual(counted('50', '5'));
});

it('costs of many ads are counted page by page, each once', async () => {
  const { pool, warehouse } = stores();
  const { id } = await addProject(pool, { currency: 'PLN' });
  const { flush, stop } = startMoving();
  const ads = Array.from({ length: 4_500 }, (_, index) =>
    cost(id, {
      ...ofJapan,
      date: `2026-11-${10 + (index % 3)}`,
      account: index % 2 === 0 ? '' : 'a',
      platform: index % 5 === 0 ? 'tiktok' : 'meta',
      campaign_id: `c${index % 7}`,
      adset_id: index % 11 === 0 ? '' : `s'${index % 11}`,
      ad_id: `${index}`,
      spend: `${index}`,
    }),
  );
  await storeInInbox(pool, [], ads);
  await flush();
  await stop();
  await storeRates(pool, [rate('PLN', '0.5')]);
  const { writer } = warehouse;
  let longest = 0;
  const measured: typeof writer = Object.create(writer, {
    query: {
      value: async (question: Parameters<typeof writer.query>[0]) => {
        const answer = await writer.query(question);
        const json = async () => {
          const rows: unknown = await answer.json();
          if (Array.isArray(rows)) longest = Math.max(longest, rows.length);
          return rows;
        };
        return Object.create(answer, { json: { value: json } });
      },
    },
  });
  const known = () =>
    select(
      warehouse,
      `SELECT toUInt32(count()) AS rows, toUInt32(countIf(spend_base != spend / 2)) AS others,
         toUInt32(countIf(excluded_reason != '')) AS excluded, toString(sum(spend_base)) AS spent,
         (SELECT toUInt32(count()) FROM cost_history WHERE project_id = {project:UInt32}) AS versions
       FROM costs FINAL WHERE project_id = {project:UInt32}`,
      { project: id },
    );
  const all = { rows: 4_500, others: 0, excluded: 0, spent: '5061375', versions: 9_000 };
  await processRecomputeRequests({ pool, warehouse: measured, now });
  expect(await known()).toEqual([all]);
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThanOrEqual(2_000);
  await pool.query('insert into pending_refresh (project_id) values ($1)', [id]);
  await processRecomputeRequests({ pool, warehouse: writer, now });
  expect(await known()).toEqual([all]);
});

it('a request during a refresh is not considered done', async () => {
  const { pool, warehouse } = stores();
  const { id } = await addProject(pool, { currency: 'NOK' });
  await storeRates(pool, [rate('NOK', '0.5')]);
  const { writer } = warehouse;
  let isRequested = false;
  const meanwhile: typeof writer = Object.create(writer, {
    query: {
      value: async (question: Parameters<typeof writer.query>[0]) => {
        if (!isRequested) await storeRates(pool, [rate('NOK', '0.7')]);
        isRequested = true;
        return writer.query(question);
      },
    },
  });
  await processRecomputeRequests({ pool, warehouse: meanwhile, now });
  expect(isRequested).toBe(true);
  expect(await pending(id)).toBe(1);
  await processRecomputeRequests({ pool, warehouse: writer, now });
  expect(await pending(id)).toBe(0);
});

it('a refresh that fails between the history and the present is finished by the next one', async () => {
  const { pool, warehouse } = stores();
  const { id } = await addProject(pool, { currency: 'DKK' });
  const { flush, stop } = startMoving();
  await storeInInbox(pool, [purchase(id, { value: '10', currency: 'JPY' })], [cost(id, ofJapan)]);
  await flush();
  await stop();
  await storeRates(pool, [rate('DKK', '0.5')]);
  const { writer } = warehouse;
  const breaking: typeof writer = Object.create(writer, {
    command: { value: () => Promise.reject(new Error('It went away.')) },
  });
  await expect(processRecomputeRequests({ pool, warehouse: breaking, now })).rejects.toThrow(
    'away',
  );
  expect(await figures(id)).toMatchObject([{}, { amount: '0', excluded_reason: 'no_rate' }]);
  await processRecomputeRequests({ pool, warehouse: writer, now });
  expect(await figures(id)).toEqual(counted('50', '5'));
  expect(await pending(id)).toBe(0);
});
