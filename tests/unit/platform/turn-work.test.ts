import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurnWork } from '#server/platform/turn-work.ts';

/** Work that answers which run it was, and says when it was called. */
function counted() {
  let runs = 0;
  return {
    runs: () => runs,
    work: async () => {
      runs += 1;
      return runs;
    },
  };
}

it('runs once for the calls of one turn, after all of them', async () => {
  const share = createTurnWork<number>();
  const { work, runs } = counted();
  const all = [share('same', work), share('same', work)];
  await Promise.resolve();
  all.push(share('same', work));
  expect(runs()).toBe(0);
  expect(await Promise.all(all)).toEqual([1, 1, 1]);
});

it('runs again for a call that comes when the work has begun', async () => {
  const share = createTurnWork<number>();
  const { work } = counted();
  const first = share('same', work);
  await turn();
  const second = share('same', work);
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});

it('keeps other keys apart, and forgets a failure', async () => {
  const share = createTurnWork<string>();
  const fail = async () => {
    throw new Error('no connection');
  };
  const outcomes = await Promise.allSettled([
    share('one', fail),
    share('one', fail),
    share('two', async () => 'two'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await share('one', async () => 'one')).toBe('one');
});
