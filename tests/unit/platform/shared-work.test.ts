import { expect, it } from 'vitest';
import { createSharedWork } from '#server/platform/shared-work.ts';

/** Work that ends on command, and fails when it is aborted. */
function slowWork() {
  const started: AbortSignal[] = [];
  const ends: ((answer: string) => void)[] = [];
  const work = (abandoned: AbortSignal) => {
    started.push(abandoned);
    return new Promise<string>((resolve, reject) => {
      ends.push(resolve);
      abandoned.addEventListener('abort', () => reject(new Error('given up')));
    });
  };
  return { work, started, end: (answer: string) => ends.at(-1)?.(answer) };
}

it('runs once for two simultaneous requests, and again for a later one', async () => {
  const share = createSharedWork<string>();
  const { work, started, end } = slowWork();
  const both = [share('same', work), share('same', work)];
  end('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  const later = share('same', work);
  end('second');
  expect(await later).toBe('second');
  expect(started).toHaveLength(2);
});

it('releases a caller who leaves, and continues for one who stays', async () => {
  const share = createSharedWork<string>();
  const { work, started, end } = slowWork();
  const leaving = new AbortController();
  const left = share('same', work, leaving.signal);
  const stayed = share('same', work, new AbortController().signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(share('same', work, leaving.signal)).rejects.toThrow('gone');
  end('answer');
  expect(await stayed).toBe('answer');
  expect(started.map(({ aborted }) => aborted)).toEqual([false]);
});

it('aborts when the last caller leaves, and starts anew for a later one', async () => {
  const share = createSharedWork<string>();
  const { work, started, end } = slowWork();
  const [first, second] = [new AbortController(), new AbortController()];
  const all = [first, second].map(({ signal }) =>
    expect(share('same', work, signal)).rejects.toThrow('gone'),
  );
  first.abort(new Error('gone'));
  second.abort(new Error('gone'));
  const after = share('same', work);
  await Promise.all(all);
  end('anew');
  expect(await after).toBe('anew');
  expect(started.map(({ aborted }) => aborted)).toEqual([true, false]);
});
