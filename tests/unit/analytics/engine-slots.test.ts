import { describe, expect, it } from 'vitest';
import { createEngineSlots } from '#server/analytics/runner/engine-slots.ts';

function engine(limits: { running: number; waitingEach: number }) {
  const take = createEngineSlots(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const runQuery = (user: number, name: string) =>
    take(user, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { runQuery, started, end: (name: string) => ends.get(name)?.() };
}

describe('slots at the engine', () => {
  it('are as many as there are sessions', async () => {
    const { runQuery, started, end } = engine({ running: 2, waitingEach: 5 });
    const all = ['a', 'b', 'c'].map((name) => runQuery(1, name));
    await expect.poll(() => started).toEqual(['a', 'b']);
    end('b');
    await expect.poll(() => started).toEqual(['a', 'b', 'c']);
    end('a');
    end('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('serve a small request before the rest of a large one', async () => {
    const { runQuery, started, end } = engine({ running: 1, waitingEach: 5 });
    const all = [
      runQuery(1, 'a1'),
      runQuery(1, 'a2'),
      runQuery(1, 'a3'),
      runQuery(2, 'b1'),
      runQuery(3, 'c1'),
    ];
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) {
      await expect.poll(() => started.at(-1)).toBe(name);
      end(name);
    }
    await Promise.all(all);
  });

  it('refuse a caller with too many waiting queries, and no other', async () => {
    const { runQuery, started, end } = engine({ running: 1, waitingEach: 1 });
    const first = runQuery(1, 'a1');
    const second = runQuery(1, 'a2');
    await expect(runQuery(1, 'a3')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
    const other = runQuery(2, 'b1');
    for (const name of ['a1', 'a2', 'b1']) {
      await expect.poll(() => started.at(-1)).toBe(name);
      end(name);
    }
    expect(await Promise.all([first, second, other])).toEqual(['a1', 'a2', 'b1']);
  });

  it('drop a caller who leaves the queue', async () => {
    const take = createEngineSlots({ running: 1, waitingEach: 2 });
    const started: string[] = [];
    let end = () => {};
    const first = take(1, () => new Promise<void>((resolve) => (end = resolve)));
    const leaving = new AbortController();
    const note = (name: string) => async () => void started.push(name);
    const left = take(1, note('left'), leaving.signal);
    const onlyOne = take(2, note('alone'), leaving.signal);
    const stayed = take(1, note('stayed'));
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(onlyOne).rejects.toThrow('gone');
    const came = take(1, note('came'));
    end();
    await Promise.all([first, stayed, came]);
    expect(started).toEqual(['stayed', 'came']);
  });

  it('continue after a failed query', async () => {
    const take = createEngineSlots({ running: 1, waitingEach: 5 });
    const failed = take(1, () => Promise.reject(new Error('broken')));
    const next = take(1, async () => 'next');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});
