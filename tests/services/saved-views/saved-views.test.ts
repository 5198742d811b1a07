import { describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { SavedView } from '#contract/saved-views/schemas.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { SavedViewAction } from '#machines/saved-views/saved-views.ts';
import type { Api } from '#services/kit/api.ts';
import { actOnViews, restoreView } from '#services/saved-views/saved-views.ts';

const draft = {
  name: 'Mornings',
  project: 7,
  opening: { project: 7, range: 'yesterday' },
} as const;

/** A server that accepts every view and returns it. */
function server() {
  const sent: unknown[] = [];
  const call = async (_: string, { body }: { body?: unknown }) => {
    sent.push(body);
    return { ...draft, id: 9, position: 0, ...(body as object) };
  };
  return { api: { call } as unknown as Api, sent };
}
type ScreenState = Pick<ViewState, 'table' | 'conversions'>;
const table = { grouping: 'device', order: 'asc' } as const;
const conversions = {
  view: 'log',
  filter: { ...emptyLogFilter, status: 'pending' },
  isEarning: true,
} as const;

/** Carries out an action while this is on screen. */
async function take(shown: ScreenState, action: SavedViewAction) {
  const { api, sent } = server();
  const opened: SavedView[] = [];
  const logic = actOnViews({
    api,
    onScreen: () => shown,
    show: (view) => opened.push(view),
  });
  const { entry } = await toPromise(createActor(logic, { input: { scope: null, action } }).start());
  return { entry, sent, opened };
}

const save = (shown: ScreenState) => take(shown, { kind: 'save', draft });

describe('a saved view', () => {
  it('contains the table as it is on screen', async () => {
    const { entry, sent } = await save({ table });
    expect(sent).toEqual([{ ...draft, opening: { range: 'yesterday', table } }]);
    expect(entry?.opening).toEqual({ project: 7, range: 'yesterday', table });
  });

  it('contains the filters of the conversions, and their tab', async () => {
    const { entry, sent } = await save({ conversions });
    expect(sent).toEqual([{ ...draft, opening: { range: 'yesterday', conversions } }]);
    expect(entry?.opening).toEqual({ project: 7, range: 'yesterday', conversions });
  });

  it('leaves out a table with its defaults', async () => {
    expect((await save({ table: {} })).sent).toStrictEqual([
      { ...draft, opening: { range: 'yesterday' } },
    ]);
  });

  it.each([
    ['update', 'takes the table on screen when it is updated', { table }, {}, { table }],
    [
      'update',
      'takes the conversions on screen when it is updated',
      { conversions },
      {},
      { conversions },
    ],
    [
      'revert',
      'keeps its own table when an update is taken back',
      { table },
      { table: { sort: 'clicks' } },
    ],
    ['revert', 'has no table again when it had none before', { table }, { table: {} }, {}],
    [
      'revert',
      'is of the dashboard again when an update on conversions is taken back',
      { conversions },
      { table: {} },
      {},
    ],
    [
      'revert',
      'is of conversions again when an update on the dashboard is taken back',
      { table },
      { table: {}, conversions },
      { conversions },
    ],
  ] as const)('%s: %s', async (kind, _, shown: ScreenState, fields, wanted: object = fields) => {
    const view: SavedView = { ...draft, id: 9, position: 0 };
    const opening = { ...draft.opening, ...fields };
    const { sent } = await take(
      shown,
      kind === 'update' ? { kind, view, opening } : { kind, view: { ...view, opening } },
    );
    expect(sent).toStrictEqual([{ opening: { range: 'yesterday', ...wanted } }]);
  });

  it.each([
    [{ kind: 'rename', name: 'Dawn' } as const, { name: 'Dawn' }],
    [{ kind: 'move', position: 2 } as const, { position: 2 }],
  ])('is changed in nothing but what is asked: %j', async (action, body) => {
    const view: SavedView = { ...draft, id: 9, position: 0 };
    expect((await take({ table }, { ...action, view })).sent).toStrictEqual([body]);
  });

  it('is shown without asking the server', async () => {
    const view: SavedView = { ...draft, id: 9, position: 0 };
    const { sent, opened, entry } = await take({}, { kind: 'show', view });
    expect([sent, opened, entry]).toEqual([[], [view], view]);
  });

  it.each([
    ['table', { table: { sort: 'clicks' } }],
    ['conversions', { conversions }],
  ] as const)('keeps its own %s when it is restored', async (_, own) => {
    const { api, sent } = server();
    const opening = { ...draft.opening, ...own };
    const entry: SavedView = { ...draft, id: 4, position: 2, opening };
    await toPromise(createActor(restoreView(api), { input: { entry } }).start());
    expect(sent).toStrictEqual([
      { ...draft, position: 2, opening: { range: 'yesterday', ...own } },
    ]);
  });
});
