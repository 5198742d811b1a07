import { expect, it } from 'vitest';
import { type Definition, definitionSchema } from '#contract/funnels/definition.ts';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { funnelCounts } from '#server/funnels/query/funnel-counts.ts';
import { type FunnelEvent, followFunnel } from '#tests/support/reference/funnels.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { insertFunnelData } from './random-funnels.ts';

const stores = sharedStores();
const minute = 60_000;
const begin = Date.parse('2026-11-20T05:00:00.000Z');
let project = 500;

type Taken = readonly [time: number, name: string];

const funnelOf = (window: number, names: readonly (string | readonly string[])[]): Definition =>
  definitionSchema.parse({
    count_by: 'visitor',
    window_minutes: window,
    steps: names.map((one, index) => ({
      slug: `step-${index}`,
      name: `Step ${index}`,
      kind: 'custom',
      matcher: { any: [one].flat().map((event) => ({ event })) },
    })),
  });

/** The furthest step of one person, by the product and by hand; times are minutes. */
async function levelsOf(definition: Definition, taken: readonly Taken[]) {
  project += 1;
  const events = taken.map(
    ([time, name], index): FunnelEvent => ({
      uid: `${project}-${index}`,
      name,
      time: begin + time * minute,
      side: 'browser',
      eventId: '',
      orderId: '',
      visitor: 'one',
      click: '',
      affid: '',
      country: '',
      campaign: '',
      value: '0',
      url: '',
      custom: {},
      leftOut: null,
    }),
  );
  await insertFunnelData(stores().warehouse.writer, project, { events, conversions: [] });
  const { select } = createWarehouseReads(stores().warehouse.reader);
  const window = { from: new Date(begin), to: new Date(begin + 1_440 * minute) };
  const { reached } = await funnelCounts(select, {
    project,
    primary: 'purchase',
    definition,
    window,
    affids: null,
  });
  const [person] = followFunnel(
    { events, conversions: [] },
    {
      definition,
      primary: 'purchase',
      from: window.from.getTime(),
      to: window.to.getTime(),
      affids: null,
      filters: [],
    },
  );
  return [reached.filter((count) => count > 0).length, person?.level ?? 0];
}

const thousand = Array.from({ length: 9 }, (_, time): Taken => [time, String(1_000 + time)]);

it.each([
  [2, 3],
  [3, 4],
  [4, 5],
])(
  "follows ClickHouse's own example: a window of %i ends at step %i, for it is inclusive",
  async (window, level) => {
    const steps = ['1003', '1004', '1005', '1006', '1007'];
    expect(await levelsOf(funnelOf(window, steps), thousand)).toEqual([level, level]);
  },
);

const abc = ['a', 'b', 'c'];

it.each<[string, Definition, readonly Taken[], number]>([
  [
    'takes two steps at one moment in their order',
    funnelOf(10, ['a', 'b']),
    [
      [5, 'b'],
      [5, 'a'],
    ],
    2,
  ],
  [
    'uses an event for one of two neighbouring steps',
    funnelOf(10, [['a'], ['a', 'b']]),
    [[5, 'a']],
    1,
  ],
  [
    'takes the next such event for the second',
    funnelOf(10, [['a'], ['a', 'b']]),
    [
      [5, 'a'],
      [6, 'a'],
    ],
    2,
  ],
  [
    'passes over a step that comes too early',
    funnelOf(20, abc),
    [
      [0, 'a'],
      [5, 'c'],
      [10, 'b'],
      [15, 'c'],
    ],
    3,
  ],
  [
    'begins again with a later first step',
    funnelOf(10, abc),
    [
      [0, 'a'],
      [5, 'b'],
      [12, 'a'],
      [14, 'b'],
      [16, 'c'],
    ],
    3,
  ],
  [
    'counts from the latest entry that still allows progress',
    funnelOf(60, abc),
    [
      [0, 'a'],
      [30, 'a'],
      [45, 'b'],
      [75, 'c'],
    ],
    3,
  ],
])('%s', async (_, definition, taken, level) => {
  expect(await levelsOf(definition, taken)).toEqual([level, level]);
});
