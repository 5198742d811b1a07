import { describe, expect, it } from 'vitest';
import { turnsOf } from '#server/analytics/runner/engine-slots.ts';

function engine(limits: { running: number; waitingEach: number }) {
  const take = turnsOf(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (user: number, name: string) =>
    take(user, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { ask, begun, end: (name: string) => ends.get(name)?.() };
}

describe('turns at the engine', () => {
  it('run as many as there are sessions', async () => {
    const { ask, begun, end } = engine({ running: 2, waitingEach: 5 });
    const all = ['a', 'b', 'c'].map((name) => ask(1, name));
    await expect.poll(() => begun).toEqual(['a', 'b']);
    end('b');
    await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
    end('a');
    end('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('serve somebody who asks for little before the rest of somebody who asks for much', async () => {
    const { ask, begun, end } = engine({ running: 1, waitingEach: 5 });
    const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(2, 'b1'), ask(3, 'c1')];
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end(name);
    }
    await Promise.all(all);
  });

  it('refuse who already waits for too much, and nobody else', async () => {
    const { ask, begun, end } = engine({ running: 1, waitingEach: 1 });
    const first = ask(1, 'a1');
    const second = ask(1, 'a2');
    await expect(ask(1, 'a3')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
    const other = ask(2, 'b1');
    for (const name of ['a1', 'a2', 'b1']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end(name);
    }
    expect(await Promise.all([first, second, other])).toEqual(['a1', 'a2', 'b1']);
  });

  it('forget who leaves the queue', async () => {
    const take = turnsOf({ running: 1, waitingEach: 2 });
    const begun: string[] = [];
    let end = () => {};
    const first = take(1, () => new Promise<void>((resolve) => (end = resolve)));
    const leaving = new AbortController();
    const note = (name: string) => async () => void begun.push(name);
    const left = take(1, note('left'), leaving.signal);
    const alone = take(2, note('alone'), leaving.signal);
    const stayed = take(1, note('stayed'));
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(alone).rejects.toThrow('gone');
    const came = take(1, note('came'));
    end();
    await Promise.all([first, stayed, came]);
    expect(begun).toEqual(['stayed', 'came']);
  });

  it('go on after one that failed', async () => {
    const take = turnsOf({ running: 1, waitingEach: 5 });
    const failed = take(1, () => Promise.reject(new Error('broken')));
    const next = take(1, async () => 'next');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});
