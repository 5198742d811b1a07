import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock, toPromise } from 'xstate';
import { loaderOf } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { reportLoads } from '#services/dashboard/reports.ts';
import { pingServer } from '#services/kit/network.ts';
import { createReachability } from '#services/kit/reachability.ts';
import { whenVisible } from '#services/kit/visibility.ts';
import { json, scriptedFetch } from '../../support/fetch.ts';
import { answered, lastWeek, question } from '../../support/samples.ts';

/** A tab that a test hides and shows. */
function tab() {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const turn = (visibilityState: 'visible' | 'hidden') => {
    document.visibilityState = visibilityState;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const window = { document } as unknown as Window;
  return { window, seen: whenVisible(window), turn };
}

function open(seen: (signal: AbortSignal) => Promise<void>) {
  const requests: Question[] = [];
  const { loadRest } = reportLoads(seen, (request) => request());
  const clock = new SimulatedClock();
  const load = loadRest<Question, number>(async (query) => {
    requests.push(query);
    return answered(requests.length);
  });
  const loader = createActor(loaderOf<number, Question>().provide({ actors: { load } }), {
    input: { query: question },
    clock,
  }).start();
  const value = () => loader.getSnapshot().value;
  return { loader, clock, requests, value };
}

describe('a hidden tab', () => {
  it('is not refreshed before it is visible again', async () => {
    const { seen, turn } = tab();
    const { clock, requests, value } = open(seen);
    await expect.poll(value).toEqual({ ready: 'fresh' });
    turn('hidden');
    clock.increment(60_000);
    await expect.poll(value).toEqual({ ready: 'refreshing' });
    expect(requests).toHaveLength(1);
    turn('visible');
    await expect.poll(value).toEqual({ ready: 'fresh' });
    expect(requests).toHaveLength(2);
  });

  it('loads all the same when it is opened in the background, and for another selection', async () => {
    const { seen, turn } = tab();
    turn('hidden');
    const { loader, requests, value } = open(seen);
    await expect.poll(value).toEqual({ ready: 'fresh' });
    loader.send({ type: 'query.change', query: lastWeek });
    await expect.poll(value).toEqual({ ready: 'fresh' });
    expect(requests).toEqual([question, lastWeek]);
  });

  it('does not probe the server', async () => {
    const { window, turn } = tab();
    const { fetch, requests } = scriptedFetch(() => json({ status: 'ready' }));
    const request = pingServer(window, createReachability(fetch), 'http://clickledger.test');
    turn('hidden');
    const answer = toPromise(createActor(request).start());
    await new Promise((resolve) => setImmediate(resolve));
    expect(requests).toHaveLength(0);
    turn('visible');
    await answer;
    expect(requests.map(({ path }) => path)).toEqual(['/readyz']);
  });

  it('is not waited for once the request is aborted', async () => {
    const { seen, turn } = tab();
    turn('hidden');
    const request = new AbortController();
    const waiting = seen(request.signal);
    request.abort();
    await waiting;
    await seen(request.signal);
  });
});
