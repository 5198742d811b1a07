import { describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { openLog } from '#contract/conversions/log-filter.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { Api } from '#services/kit/api.ts';
import { changeView, createView } from '#services/saved-views/saved-views.ts';

/** A server that takes every view and gives it back. */
function server() {
  const sent: unknown[] = [];
  const call = async (_: string, { body }: { body?: unknown }) => {
    sent.push(body);
    return { id: 9, position: 0, ...(body as object) };
  };
  return { api: { call } as unknown as Api, sent };
}
const draft = {
  name: 'Mornings',
  project: 7,
  opening: { project: 7, range: 'yesterday' },
} as const;
type OnScreen = Pick<ViewState, 'table' | 'conversions'>;
const table = { grouping: 'device', order: 'asc' } as const;
const conversions = {
  view: 'log',
  filter: { ...openLog, status: 'pending' },
  isEarning: true,
} as const;

async function save(shown: OnScreen, changes: object = {}) {
  const { api, sent } = server();
  const saved = await toPromise(
    createActor(
      createView(api, () => shown),
      { input: { draft: { ...draft, ...changes } } },
    ).start(),
  );
  return { saved, sent };
}

describe('a saved view', () => {
  it('takes the table along as it is on screen', async () => {
    const { saved, sent } = await save({ table });
    expect(sent).toEqual([{ ...draft, opening: { range: 'yesterday', table } }]);
    expect(saved.opening).toEqual({ project: 7, range: 'yesterday', table });
  });

  it('takes along what narrows the conversions, and which of their views it is', async () => {
    const { saved, sent } = await save({ conversions });
    expect(sent).toEqual([{ ...draft, opening: { range: 'yesterday', conversions } }]);
    expect(saved.opening).toEqual({ project: 7, range: 'yesterday', conversions });
  });

  it('says nothing of a table that is as by default', async () => {
    expect((await save({ table: {} })).sent).toStrictEqual([
      { ...draft, opening: { range: 'yesterday' } },
    ]);
  });

  it.each([
    ['takes the table on screen when it is updated', { table }, {}, { table }],
    ['takes the conversions on screen when it is updated', { conversions }, {}, { conversions }],
    ['keeps its own table when an update is taken back', { table }, { table: { sort: 'clicks' } }],
    ['has no table again when it had none before', { table }, { table: {} }, {}],
    [
      'is of the dashboard again when an update on conversions is taken back',
      { conversions },
      { table: {} },
      {},
    ],
    [
      'is of conversions again when an update on the dashboard is taken back',
      { table },
      { table: {}, conversions },
      { conversions },
    ],
  ] as const)('%s', async (_, shown: OnScreen, given, wanted: object = given) => {
    const { api, sent } = server();
    const change = { opening: { ...draft.opening, ...given } };
    const logic = changeView(api, () => shown);
    await toPromise(createActor(logic, { input: { id: 9, change } }).start());
    expect(sent).toStrictEqual([{ opening: { range: 'yesterday', ...wanted } }]);
  });

  it.each([
    ['table', { table: { sort: 'clicks' } }],
    ['conversions', { conversions }],
  ] as const)('keeps its own %s when it is brought back to its place', async (_, own) => {
    const { sent } = await save({ table }, { position: 2, opening: { ...draft.opening, ...own } });
    expect(sent).toStrictEqual([
      { ...draft, position: 2, opening: { range: 'yesterday', ...own } },
    ]);
  });
});
