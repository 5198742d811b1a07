import { beforeAll, expect, it } from 'vitest';
import { askOf, selectOf } from '#server/analytics/ask.ts';
import { creditedModel } from '#server/analytics/attribution.ts';
import { type Model, readModel } from '#server/analytics/model.ts';
import { addProject, sharedStores, type TestProject } from '#tests/support/stores.ts';

const stores = sharedStores();
const model = readModel();
const byClick = creditedModel(model, { model: 'last_click', lookbackDays: 30, clock: 'click' });
let project: TestProject;

type Version = {
  id: string;
  day: string;
  value: string;
  clicked?: string;
  side?: 'browser';
  deleted?: 1;
};

/** Conversions as they were written one version after the other, each version in a part of its own. */
async function write(...versions: readonly (readonly Version[])[]): Promise<void> {
  for (const [version, all] of versions.entries()) {
    await stores().warehouse.writer.insert({
      table: 'conversions',
      values: all.map(({ id, day, value, clicked = day, side = 'server', deleted = 0 }) => ({
        project_id: project.id,
        conversion_id: id,
        side,
        version: String(version + 1),
        deleted,
        record: 'conversion',
        event_time: `2026-11-${day} 12:00:00.000`,
        click_time: `2026-11-${clicked} 11:00:00.000`,
        value,
      })),
      format: 'JSONEachRow',
    });
  }
}

beforeAll(async () => {
  project = await addProject(stores().pool);
  await write(
    [
      { id: 'stays', day: '10', value: '1' },
      { id: 'leaves', day: '10', value: '2' },
      { id: 'comes', day: '25', value: '4' },
      { id: 'goes', day: '10', value: '8' },
      { id: 'changes', day: '10', value: '16' },
      { id: 'changes', day: '10', value: '32', side: 'browser' },
      { id: 'clicked', day: '12', value: '64', clicked: '10' },
    ],
    [
      { id: 'leaves', day: '25', value: '128' },
      { id: 'comes', day: '10', value: '256' },
      { id: 'goes', day: '10', value: '8', deleted: 1 },
      { id: 'changes', day: '10', value: '512' },
    ],
  );
});

async function revenueOf(of: Model, first: string, last: string): Promise<string[]> {
  const [row] = await askOf(
    selectOf(stores().warehouse.reader),
    of,
  )({
    measures: ['server_revenue', 'browser_revenue'],
    filters: [{ member: 'project_id', operator: 'equals', values: [String(project.id)] }],
    window: {
      from: new Date(`2026-11-${first}T00:00:00Z`),
      to: new Date(`2026-11-${last}T24:00:00Z`),
    },
    timezone: 'UTC',
  });
  return [row?.server_revenue ?? '', row?.browser_revenue ?? ''];
}

it.each([
  ['of a day', model, '10', '10', ['769', '32']],
  ['of a month', model, '01', '24', ['833', '32']],
  ['of a day on the clock of clicks', byClick, '10', '10', ['833', '32']],
])('counts conversions by their newest version alone: %s', async (_, of, first, last, sums) => {
  expect(await revenueOf(of, first, last)).toEqual(sums);
});
