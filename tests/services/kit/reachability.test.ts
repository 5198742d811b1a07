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
  const request = async (...paths: string[]) => {
    for (const path of paths) {
      await reach.fetch(`http://clickledger.test${path}`).catch(() => null);
    }
  };
  const answer = (status: number | 'lost' | 'aborted', ...paths: string[]) => {
    for (const path of paths) statuses.set(path, status);
  };
  const { signal } = new AbortController();
  const probe = () =>
    reach.ping('http://clickledger.test/readyz', signal).then(
      () => true,
      () => false,
    );
  return {
    request,
    answer,
    probe,
    forget,
    lack: reach.reportMissing,
    returns: () => returns,
  };
}

describe('an unreachable server', () => {
  it.each(['lost', 502, 503, 504] as const)(
    'is back with the first answer, after %s',
    async (how) => {
      const { request, answer, returns } = over();
      answer(how, '/totals', '/graph');
      await request('/totals?range=today', '/graph');
      vi.advanceTimersByTime(4_000);
      await request('/graph');
      expect(returns()).toBe(0);
      answer(200, '/totals', '/graph');
      await request('/totals?range=today', '/graph', '/clicks');
      expect(returns()).toBe(1);
    },
  );

  it('is back for the code of a screen that failed to load, once it answers', async () => {
    const { answer, probe, lack, returns } = over();
    answer('lost', '/readyz');
    lack('conversions');
    vi.advanceTimersByTime(4_000);
    expect(await probe()).toBe(false);
    answer(200, '/readyz');
    expect(await probe()).toBe(true);
    expect(returns()).toBe(1);
  });

  it('is not down when one screen fails to load and every other request is answered', async () => {
    const { probe, lack, returns } = over();
    for (let time = 1; time <= 3; time++) {
      lack('conversions');
      vi.advanceTimersByTime(4_000);
      expect(await probe()).toBe(true);
    }
    expect(returns()).toBe(0);
  });

  it('may go down and come back many times', async () => {
    const { request, answer, forget, returns } = over();
    for (let time = 1; time <= 3; time++) {
      answer('lost', '/totals', '/graph');
      await request('/totals', '/graph');
      vi.advanceTimersByTime(4_000);
      answer(200, '/totals', '/graph');
      await request('/totals', '/graph');
      expect(returns()).toBe(time);
    }
    forget();
  });

  it('is not down when it answers an error, or when a request is aborted', async () => {
    const { request, answer, returns } = over();
    answer(500, '/totals', '/graph');
    answer('aborted', '/clicks', '/months');
    await request('/totals', '/graph', '/clicks', '/months');
    vi.advanceTimersByTime(4_000);
    await request('/states');
    expect(returns()).toBe(0);
  });
});

describe('a request that fails while others are answered', () => {
  it('is no outage, however long no other request is made', async () => {
    const { request, answer, returns } = over();
    answer('lost', '/totals');
    await request('/totals', '/graph', '/totals');
    vi.advanceTimersByTime(60_000);
    await request('/totals', '/graph');
    expect(returns()).toBe(0);
  });

  it('is no outage together with others at the same moment', async () => {
    const { request, answer, returns } = over();
    answer('lost', '/totals', '/graph');
    await request('/totals', '/graph');
    vi.advanceTimersByTime(2_000);
    await request('/clicks');
    expect(returns()).toBe(0);
  });

  it('is retried once, and not a second time before it was answered', async () => {
    const { request, answer, returns } = over();
    answer(503, '/totals', '/graph');
    for (let minute = 0; minute < 5; minute++) {
      await request('/totals', '/graph');
      vi.advanceTimersByTime(60_000);
      await request('/clicks');
    }
    expect(returns()).toBe(1);
  });
});

describe('a server with a readiness probe', () => {
  it('is back when it is ready, also for the one request that failed meanwhile', async () => {
    const { request, answer, probe, returns } = over();
    answer('lost', '/totals', '/readyz');
    await request('/totals');
    for (const how of ['lost', 502, 503] as const) {
      answer(how, '/readyz');
      vi.advanceTimersByTime(3_000);
      expect(await probe()).toBe(false);
    }
    answer(200, '/totals', '/readyz');
    vi.advanceTimersByTime(15_000);
    expect(await probe()).toBe(true);
    expect(returns()).toBe(1);
  });

  it('causes no retry of a failing request while it is ready', async () => {
    const { request, answer, probe, returns } = over();
    answer(503, '/totals', '/graph');
    for (let minute = 0; minute < 5; minute++) {
      await request('/totals', '/graph');
      vi.advanceTimersByTime(60_000);
      await probe();
    }
    expect(returns()).toBe(1);
  });

  it('may be down again right after it was back', async () => {
    const { request, answer, probe, returns } = over();
    for (let time = 1; time <= 3; time++) {
      answer('lost', '/totals', '/graph', '/readyz');
      await request('/totals', '/graph');
      vi.advanceTimersByTime(3_000);
      await probe();
      answer(200, '/readyz');
      await probe();
      expect(returns()).toBe(time);
    }
  });

  it('is not down because a request was aborted', async () => {
    const { answer, probe, request, returns } = over();
    answer('aborted', '/readyz');
    await request('/totals');
    await probe();
    vi.advanceTimersByTime(4_000);
    await request('/totals');
    expect(returns()).toBe(0);
  });
});
