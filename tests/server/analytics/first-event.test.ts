import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import { firstEventAt } from '#server/analytics/dashboard/first-event.ts';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme, insertClicks, insertSales, rival } from './samples.ts';

const model = readModel();
let stores: Stores;

beforeAll(async () => {
  stores = await startStores();
});

afterAll(() => stores.stop());

const first = async ({ id, name, timezone, currency }: typeof acme) => {
  const project = {
    id,
    name,
    slug: `project-${id}`,
    timezone,
    currency,
    affids: null,
    visibleAffids: null,
  };
  const { select } = createWarehouseReads(stores.warehouse.reader);
  return (await firstEventAt(select, model, { projects: [project] }))?.toISOString() ?? null;
};

it('is null for a project without events', async () => {
  expect(await first(rival)).toBeNull();
});

it('is the first counted conversion or the first click, whichever came first', async () => {
  const { writer } = stores.warehouse;
  await insertClicks(writer, [{ time: '2026-11-19T14:00:00.000Z', visitor: 'ann' }]);
  expect(await first(acme)).toBe('2026-11-19T14:00:00.000Z');

  await insertSales(writer, [{ id: 'a', time: '2026-11-18T09:00:00.000Z', value: '10' }]);
  expect(await first(acme)).toBe('2026-11-18T09:00:00.000Z');

  const corrected = [
    {
      id: 'a',
      value: '10',
      time: '2026-11-18T21:00:00.000Z',
      moved: '2026-11-18T09:00:00.000Z',
    },
  ];
  await insertSales(writer, corrected, '2026-11-20T00:00:00.000Z');
  expect(await first(acme)).toBe('2026-11-18T21:00:00.000Z');

  const moved = [
    {
      id: 'a',
      value: '10',
      time: '2026-11-20T21:00:00.000Z',
      moved: '2026-11-18T21:00:00.000Z',
    },
  ];
  await insertSales(writer, moved, '2026-11-21T00:00:00.000Z');
  expect(await first(acme)).toBe('2026-11-19T14:00:00.000Z');
});
