import { describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { TableOpening } from '#contract/table-opening.ts';
import type { Api } from '#services/api.ts';
import { changeView, createView } from '#services/saved-views.ts';

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
const onScreen: TableOpening = { grouping: 'device', order: 'asc' };

async function save(table: TableOpening, changes: object = {}) {
  const { api, sent } = server();
  const saved = await toPromise(
    createActor(
      createView(api, () => table),
      { input: { draft: { ...draft, ...changes } } },
    ).start(),
  );
  return { saved, sent };
}

describe('a saved view', () => {
  it('takes the table along as it is on screen', async () => {
    const { saved, sent } = await save(onScreen);
    expect(sent).toEqual([{ ...draft, opening: { range: 'yesterday', table: onScreen } }]);
    expect(saved.opening).toEqual({ project: 7, range: 'yesterday', table: onScreen });
  });

  it('says nothing of a table that is as by default', async () => {
    expect((await save({})).sent).toStrictEqual([{ ...draft, opening: { range: 'yesterday' } }]);
  });

  it.each([
    ['takes the table on screen when it is updated', {}, { table: onScreen }],
    ['keeps its own table when an update is taken back', { table: { sort: 'clicks' } }],
    ['has no table again when it had none before', { table: {} }, {}],
  ] as const)('%s', async (_, given, wanted: object = given) => {
    const { api, sent } = server();
    const change = { opening: { ...draft.opening, ...given } };
    const logic = changeView(api, () => onScreen);
    await toPromise(createActor(logic, { input: { id: 9, change } }).start());
    expect(sent).toStrictEqual([{ opening: { range: 'yesterday', ...wanted } }]);
  });

  it('keeps its own table when it is brought back to its place', async () => {
    const table: TableOpening = { sort: 'clicks' };
    const { sent } = await save(onScreen, { position: 2, opening: { ...draft.opening, table } });
    expect(sent).toMatchObject([{ opening: { table } }]);
  });
});
