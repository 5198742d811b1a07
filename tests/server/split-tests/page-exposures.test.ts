import { expect, it } from 'vitest';
import { variantOf } from '#server/split-clicks/assign.ts';
import { browser, eventsOf, openShop, post, publicFixture } from '../collect/public/fixture.ts';
import { addTest } from './tests.ts';

const fixture = publicFixture();
const weights = ['A', 'B'].map((key) => ({ key, weightBp: 5000 }));

type Said = { visitor?: string; test?: unknown; variant?: unknown; phase?: unknown };

async function shown(wanted: Partial<Parameters<typeof addTest>[1]> = {}) {
  const shop = await openShop(fixture());
  const test = await addTest(fixture().pool, { projectId: shop.projectId, ...wanted });
  const variantFor = (unit: string) =>
    variantOf(unit, { seed: test.seed, trafficPct: 100, weights }) ?? '';
  const report = async (
    { visitor = 'visitor-1', ...said }: Said = {},
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) => {
    const params = { test: test.slug, variant: variantFor(visitor), phase: 1, ...said };
    const events = [
      { event_name: 'experiment_exposure', visitor_id: visitor, click_id: 'click-1', params },
    ];
    const body = { key: shop.key, events, ...more };
    return (await post(fixture(), body, { 'user-agent': browser, ...headers })).statusCode;
  };
  const pinned = async () =>
    (await eventsOf(fixture(), shop.projectId)).filter(({ test_id: id }) => id !== '');
  return { ...shop, ...test, variantFor, report, pinned };
}

it('counts what a page says to have shown, if the unit was assigned it', async () => {
  const { report, pinned, id, variantFor } = await shown();
  expect(await report()).toBe(204);
  expect(await pinned()).toMatchObject([
    {
      ...{ test_id: id, test_variant: variantFor('visitor-1'), test_phase: 1 },
      ...{ visitor_id: 'visitor-1', click_id: 'click-1' },
    },
  ]);
});

it('counts no other variant, test or phase, and nothing of who is not recognised', async () => {
  const { report, pinned, variantFor, projectId } = await shown();
  const other = variantFor('visitor-1') === 'A' ? 'B' : 'A';
  const others = [
    ...[{ variant: other }, { variant: 'C' }, { variant: 7 }, { variant: undefined }],
    ...[{ phase: 2 }, { phase: 0 }, { phase: 1.5 }, { phase: '1' }, { phase: null }],
    ...[{ test: 'no-such-test' }, { test: '' }, { test: null }, { visitor: '' }],
  ];
  for (const said of others) expect(await report(said)).toBe(204);
  expect(await report({}, { consent: 'denied' })).toBe(204);
  expect(await report({}, {}, { 'sec-gpc': '1' })).toBe(204);
  expect(await report({}, {}, { 'user-agent': 'Googlebot/2.1' })).toBe(204);
  expect(await pinned()).toEqual([]);
  expect((await eventsOf(fixture(), projectId)).length).toBeGreaterThan(10);
});

it('counts no test of another project by its key', async () => {
  const one = await shown();
  const other = await openShop(fixture());
  expect(await one.report({}, { key: other.key })).toBe(204);
  expect(await one.pinned()).toEqual([]);
  const foreign = await eventsOf(fixture(), other.projectId);
  expect(foreign.map((event) => event.test_id)).toEqual(['']);
});

it('counts what was shown before the shares changed or the test was paused, and arrives late', async () => {
  const { report, pinned, id, variantFor } = await shown();
  const { pool } = fixture();
  await pool.query('update split_test_phases set ended_at = now() where test_id = $1', [id]);
  await pool.query(
    `insert into split_test_phases (test_id, n, started_at, weights, traffic_pct, reason)
     values ($1, 2, now(), '{}', 100, '')`,
    [id],
  );
  const other = variantFor('visitor-1') === 'A' ? 'B' : 'A';
  expect(await report({ variant: other, phase: 1 })).toBe(204);
  expect(await report({ visitor: 'visitor-2', phase: 2 })).toBe(204);
  expect((await pinned()).map((one) => one.test_phase).sort()).toEqual([1, 2]);
});

it('takes the click where clicks are the units', async () => {
  const { report, pinned, variantFor } = await shown({ unit: 'click' });
  const variant = variantFor('click-1');
  expect(await report({ visitor: 'visitor-1', variant })).toBe(204);
  expect(await report({ variant: variant === 'A' ? 'B' : 'A' })).toBe(204);
  expect((await pinned()).map((one) => one.test_variant)).toEqual([variant]);
});
