import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { pagedListOf } from '#machines/kit/paged-list.ts';
import type { ActionRequest, ActionResult, ListPage, PageRequest } from '#model/paged-list.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type Run = { id: number };
type RunQuery = { rule: number };
type RunFilter = { search: string; failed: boolean };
type RunPage = ListPage<Run>;
type Runs = {
  row: Run;
  query: RunQuery;
  filter: RunFilter;
  page: RunPage;
  action: 'repeat';
  result: ActionResult;
};

const all: RunFilter = { search: '', failed: false };
const page = (ids: number[], next: string | null = null): RunPage => ({
  rows: ids.map((id) => ({ id })),
  next,
});

/** The runs of a rule, which can be repeated. */
function open({ isLive = false }: { isLive?: boolean } = {}) {
  const read = scriptedRequest<RunPage, PageRequest<RunQuery, RunFilter>>();
  const action = scriptedRequest<ActionResult, ActionRequest<RunQuery, RunFilter, 'repeat'>>();
  const { parent, told } = recordingParent<
    { type: 'filter.changed'; filter: RunFilter } | { type: 'list.restarted' }
  >();
  const clock = new SimulatedClock();
  const machine = pagedListOf<Runs>().provide({
    actors: { readPage: read.logic, runAction: action.logic },
  });
  const input = { query: { rule: 5 }, filter: all, isLive, parent };
  const actor = createActor(machine, { input, clock }).start();
  const value = () => actor.getSnapshot().value;
  const context = () => actor.getSnapshot().context;
  const ids = () => context().rows.map(({ id }) => id);
  const settle = async (answer: Parameters<typeof read.answer>[0]) => {
    read.answer(answer);
    await expect.poll(() => actor.getSnapshot().hasTag('busy')).toBe(false);
  };
  return { actor, read, action, told, clock, value, context, ids, settle };
}

describe('a paged list', () => {
  it('drops its rows for another query, and keeps them until another filter is answered', async () => {
    const { actor, read, ids, value, settle } = open();
    await settle({ output: page([3, 2], 'c') });
    actor.send({ type: 'filter.change', filter: { failed: true } });
    expect([value(), ids()]).toEqual(['loading', [3, 2]]);
    expect(read.calls.at(-1)).toEqual({
      query: { rule: 5 },
      filter: { search: '', failed: true },
      cursor: null,
      isRefresh: false,
    });
    await settle({ output: page([3]) });
    actor.send({ type: 'query.change', query: { rule: 6 } });
    expect([value(), ids()]).toEqual(['loading', []]);
    expect(read.calls.at(-1)?.filter).toEqual({ search: '', failed: true });
  });

  it('does not start over for the query and filter that it already has', async () => {
    const { actor, read, value, settle } = open();
    await settle({ output: page([1]) });
    actor.send({ type: 'query.change', query: { rule: 5 } });
    actor.send({ type: 'query.change', query: { rule: 5 }, filter: all });
    expect([value(), read.calls.length]).toEqual([{ ready: 'fresh' }, 1]);
    actor.send({ type: 'query.change', query: { rule: 5 }, filter: { ...all, failed: true } });
    expect([value(), read.calls.length]).toEqual(['loading', 2]);
  });

  it('waits until typing pauses, and reports each letter to its parent', async () => {
    const { actor, read, told, clock, settle } = open();
    await settle({ output: page([1]) });
    actor.send({ type: 'text.change', text: { search: 'a' } });
    clock.increment(200);
    actor.send({ type: 'text.change', text: { search: 'ab' } });
    clock.increment(200);
    expect(read.calls).toHaveLength(1);
    clock.increment(100);
    expect(read.calls.at(-1)?.filter.search).toBe('ab');
    expect(told()).toEqual([
      { type: 'list.restarted' },
      { type: 'filter.changed', filter: { ...all, search: 'a' } },
      { type: 'filter.changed', filter: { ...all, search: 'ab' } },
      { type: 'list.restarted' },
    ]);
  });

  it('reads the next page after the last row, shows a moved row once, and can be refreshed meanwhile', async () => {
    const { actor, read, ids, settle } = open();
    await settle({ output: page([3, 2], 'c') });
    actor.send({ type: 'page.next' });
    expect(read.calls.at(-1)?.cursor).toBe('c');
    await settle({ output: page([2, 1]) });
    expect(ids()).toEqual([3, 2, 1]);
    expect(actor.getSnapshot().can({ type: 'page.next' })).toBe(false);
    actor.send({ type: 'list.refresh' });
    actor.send({ type: 'list.refresh' });
    expect(read.calls.slice(2).map(({ isRefresh }) => isRefresh)).toEqual([true, true]);
    await settle({ output: page([4, 3], 'd') });
    expect(ids()).toEqual([4, 3]);
  });

  it('stays empty on screen while it is refreshed', async () => {
    const { actor, value, settle } = open();
    await settle({ output: page([]) });
    actor.send({ type: 'list.refresh' });
    expect(value()).toEqual({ empty: 'refreshing' });
    await settle({ output: page([1]) });
    expect(value()).toEqual({ ready: 'fresh' });
  });

  it('is not empty while there are further pages', async () => {
    const { value, settle } = open();
    await settle({ output: page([], 'c') });
    expect(value()).toEqual({ ready: 'fresh' });
  });

  it('has a problem only in its failed states', async () => {
    const { actor, context, settle } = open();
    await settle({ error: offline });
    expect(context().problem).toEqual(offline);
    actor.send({ type: 'text.change', text: { search: 'a' } });
    expect(context().problem).toBeNull();
  });
});

describe('a live list', () => {
  it('follows its first page by itself, also while it is empty and after a failure', async () => {
    const { actor, read, clock, value, settle } = open({ isLive: true });
    await settle({ output: page([]) });
    clock.increment(60_000);
    expect(value()).toEqual({ empty: 'refreshing' });
    await settle({ output: page([1], 'c') });
    actor.send({ type: 'network.returned' });
    await settle({ error: offline });
    expect(value()).toEqual({ ready: 'stale' });
    clock.increment(60_000);
    await settle({ output: page([2], 'c') });
    expect([value(), read.calls.length]).toEqual([{ ready: 'fresh' }, 4]);
  });

  it('does not refresh while a further page is shown or a row is selected', async () => {
    const { actor, read, clock, settle } = open({ isLive: true });
    const pass = () => {
      clock.increment(60_000);
      actor.send({ type: 'network.returned' });
    };
    await settle({ output: page([2], 'c') });
    actor.send({ type: 'selection.change', ids: [2], isSelected: true });
    pass();
    actor.send({ type: 'selection.change', ids: [2], isSelected: false });
    actor.send({ type: 'page.next' });
    await settle({ output: page([1]) });
    pass();
    expect(read.calls).toHaveLength(2);
  });

  it('follows its first page again after the selected rows were unselected', async () => {
    const { actor, read, clock, value, settle } = open({ isLive: true });
    const select = (isSelected: boolean) =>
      actor.send({ type: 'selection.change', ids: [2], isSelected });
    await settle({ output: page([2]) });
    select(true);
    clock.increment(180_000);
    expect(read.calls).toHaveLength(1);
    select(false);
    clock.increment(60_000);
    expect(value()).toEqual({ ready: 'refreshing' });
  });

  it('leaves selected rows alone after a failed refresh, and keeps the reason on screen', async () => {
    const { actor, read, clock, value, context, settle } = open({ isLive: true });
    const select = (isSelected: boolean) =>
      actor.send({ type: 'selection.change', ids: [2], isSelected });
    await settle({ output: page([2]) });
    clock.increment(60_000);
    await settle({ error: offline });
    select(true);
    clock.increment(180_000);
    expect([value(), read.calls.length]).toEqual([{ ready: 'stale' }, 2]);
    expect(context().problem).toEqual(offline);
    select(false);
    clock.increment(60_000);
    expect([value(), context().problem]).toEqual([{ ready: 'refreshing' }, null]);
  });

  it('is live only where its input says so', async () => {
    const { actor, read, clock, settle } = open();
    for (const answer of [{ output: page([1]) }, { output: page([]) }]) {
      await settle(answer);
      clock.increment(60_000);
      actor.send({ type: 'network.returned' });
      actor.send({ type: 'list.refresh' });
    }
    expect(read.calls).toHaveLength(3);
    await settle({ output: page([1]) });
    actor.send({ type: 'list.refresh' });
    await settle({ error: offline });
    clock.increment(60_000);
    expect(actor.getSnapshot().value).toEqual({ ready: 'stale' });
  });
});

describe('an action on selected rows', () => {
  it('reads the list again, and leaves refused rows selected with their reasons', async () => {
    const { actor, read, action, value, context, settle } = open();
    await settle({ output: page([3, 2, 1]) });
    actor.send({ type: 'selection.change', ids: [3, 2, 1], isSelected: true });
    actor.send({ type: 'selection.change', ids: [2], isSelected: false });
    actor.send({ type: 'action.run', action: 'repeat' });
    expect(action.calls).toEqual([
      { query: { rule: 5 }, filter: all, action: 'repeat', ids: [3, 1] },
    ]);
    const result = { refused: [{ id: 1, message: 'It is running.' }] };
    action.answer({ output: result });
    await expect.poll(value).toEqual({ ready: 'refreshing' });
    await settle({ output: page([3, 2, 1]) });
    expect([context().selected, context().result]).toEqual([[1], result]);
    actor.send({ type: 'result.dismiss' });
    expect(context().result).toBeNull();
    expect(read.calls).toHaveLength(2);
  });

  it('keeps the selection where it fails, and is not sent again when the server is back', async () => {
    const { actor, action, value, context, settle } = open();
    await settle({ output: page([2, 1]) });
    actor.send({ type: 'selection.change', ids: [2], isSelected: true });
    actor.send({ type: 'action.run', action: 'repeat' });
    action.answer({ error: offline });
    await expect.poll(value).toBe('refused');
    expect([context().selected, context().problem]).toEqual([[2], offline]);
    actor.send({ type: 'network.returned' });
    actor.send({ type: 'retry' });
    expect([value(), action.calls.map(({ ids }) => ids)]).toEqual(['refused', [[2]]]);
    actor.send({ type: 'problem.dismiss' });
    expect([value(), context().selected, context().problem]).toEqual([
      { ready: 'fresh' },
      [2],
      null,
    ]);
  });

  it('leaves out rows that a refresh no longer shows, and all rows with another filter', async () => {
    const { actor, context, settle } = open();
    await settle({ output: page([2, 1]) });
    actor.send({ type: 'selection.change', ids: [2, 1], isSelected: true });
    actor.send({ type: 'list.refresh' });
    await settle({ output: page([3, 2]) });
    expect(context().selected).toEqual([2]);
    actor.send({ type: 'filter.change', filter: { failed: true } });
    expect(context().selected).toEqual([]);
  });
});
