import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReachability } from '#services/kit/reachability.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that answers each path as the test says, and the number of its returns. */
function over() {
  const statuses = new Map<string, number | 'lost' | 'aborted'>();
  const reach = createReachability(async (input) => {
    const status = statuses.get(new URL(String(input)).pathname) ?? 200;
    if (status === 'lost') throw new TypeError('fetch failed');
    if (status === 'aborted') throw new DOMException('The request was aborted.', 'AbortError');
    return new Response(null, { status });
  });
  let returns = 0;
  const forget = reach.listen((news) => {
    if (news === 'returned') returns++;
  });
  const ask = async (...paths: string[]) => {
    for (const path of paths) {
      await reach.fetch(`http://clickledger.test${path}`).catch(() => null);
    }
  };
  const answer = (status: number | 'lost' | 'aborted', ...paths: string[]) => {
    for (const path of paths) statuses.set(path, status);
  };
  const { signal } = new AbortController();
  const knock = () =>
    reach.ping('http://clickledger.test/readyz', signal).then(
      () => true,
      () => false,
    );
  return { ask, answer, knock, forget, lack: reach.reportMissing, returns: () => returns };
}

describe('an unreachable server', () => {
  it.each(['lost', 502, 503, 504] as const)(
    'is back with the first answer, after %s',
    async (how) => {
      const { ask, answer, returns } = over();
      answer(how, '/totals', '/graph');
      await ask('/totals?range=today', '/graph');
      vi.advanceTimersByTime(4_000);
      await ask('/graph');
      expect(returns()).toBe(0);
      answer(200, '/totals', '/graph');
      await ask('/totals?range=today', '/graph', '/clicks');
      expect(returns()).toBe(1);
    },
  );

  it('is back for the code of a screen that failed to load, once it answers', async () => {
    const { answer, knock, lack, returns } = over();
    answer('lost', '/readyz');
    lack('conversions');
    vi.advanceTimersByTime(4_000);
    expect(await knock()).toBe(false);
    answer(200, '/readyz');
    expect(await knock()).toBe(true);
    expect(returns()).toBe(1);
  });

  it('is not down when one screen fails to load and every other request is answered', async () => {
    const { knock, lack, returns } = over();
    for (let time = 1; time <= 3; time++) {
      lack('conversions');
      vi.advanceTimersByTime(4_000);
      expect(await knock()).toBe(true);
    }
    expect(returns()).toBe(0);
  });

  it('may go down and come back many times', async () => {
    const { ask, answer, forget, returns } = over();
    for (let time = 1; time <= 3; time++) {
      answer('lost', '/totals', '/graph');
      await ask('/totals', '/graph');
      vi.advanceTimersByTime(4_000);
      answer(200, '/totals', '/graph');
      await ask('/totals', '/graph');
      expect(returns()).toBe(time);
    }
    forget();
  });

  it('is not down when it answers an error, or when a request is aborted', async () => {
    const { ask, answer, returns } = over();
    answer(500, '/totals', '/graph');
    answer('aborted', '/clicks', '/months');
    await ask('/totals', '/graph', '/clicks', '/months');
    vi.advanceTimersByTime(4_000);
    await ask('/states');
    expect(returns()).toBe(0);
  });
});

describe('a request that fails while others are answered', () => {
  it('is no outage, however long no other request is made', async () => {
    const { ask, answer, returns } = over();
    answer('lost', '/totals');
    await ask('/totals', '/graph', '/totals');
    vi.advanceTimersByTime(60_000);
    await ask('/totals', '/graph');
    expect(returns()).toBe(0);
  });

  it('is no outage together with others at the same moment', async () => {
    const { ask, answer, returns } = over();
    answer('lost', '/totals', '/graph');
    await ask('/totals', '/graph');
    vi.advanceTimersByTime(2_000);
    await ask('/clicks');
    expect(returns()).toBe(0);
  });

  it('is retried once, and not a second time before it was answered', async () => {
    const { ask, answer, returns } = over();
    answer(503, '/totals', '/graph');
    for (let minute = 0; minute < 5; minute++) {
      await ask('/totals', '/graph');
      vi.advanceTimersByTime(60_000);
      await ask('/clicks');
    }
    expect(returns()).toBe(1);
  });
});

describe('a server with a readiness probe', () => {
  it('is back when it is ready, also for the one request that failed meanwhile', async () => {
    const { ask, answer, knock, returns } = over();
    answer('lost', '/totals', '/readyz');
    await ask('/totals');
    for (const how of ['lost', 502, 503] as const) {
      answer(how, '/readyz');
      vi.advanceTimersByTime(3_000);
      expect(await knock()).toBe(false);
    }
    answer(200, '/totals', '/readyz');
    vi.advanceTimersByTime(15_000);
    expect(await knock()).toBe(true);
    expect(returns()).toBe(1);
  });

  it('causes no retry of a failing request while it is ready', async () => {
    const { ask, answer, knock, returns } = over();
    answer(503, '/totals', '/graph');
    for (let minute = 0; minute < 5; minute++) {
      await ask('/totals', '/graph');
      vi.advanceTimersByTime(60_000);
      await knock();
    }
    expect(returns()).toBe(1);
  });

  it('may be down again right after it was back', async () => {
    const { ask, answer, knock, returns } = over();
    for (let time = 1; time <= 3; time++) {
      answer('lost', '/totals', '/graph', '/readyz');
      await ask('/totals', '/graph');
      vi.advanceTimersByTime(3_000);
      await knock();
      answer(200, '/readyz');
      await knock();
      expect(returns()).toBe(time);
    }
  });

  it('is not down because a request was aborted', async () => {
    const { answer, knock, ask, returns } = over();
    answer('aborted', '/readyz');
    await ask('/totals');
    await knock();
    vi.advanceTimersByTime(4_000);
    await ask('/totals');
    expect(returns()).toBe(0);
  });
});
