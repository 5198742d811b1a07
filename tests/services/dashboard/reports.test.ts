import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Question } from '#model/query.ts';
import { createProjectHistory, reportLoads, restReports } from '#services/dashboard/reports.ts';
import { createApi } from '#services/kit/api.ts';
import { createSettings, readSettings } from '#services/settings/settings.ts';
import { json, type SentRequest, scriptedFetch } from '../../support/fetch.ts';
import { answered, meta, question, settings } from '../../support/samples.ts';

const base = 'http://clickledger.test';
const { signal } = new AbortController();

function apiOver(fetch: typeof globalThis.fetch) {
  return createApi({
    baseUrl: base,
    fetch,
    token: () => 'clu_1',
    onTokenRejected: expect.unreachable,
    onContractBroken: expect.unreachable,
  });
}

describe('the requests of data sets', () => {
  function begin(atOnce: number) {
    const requests: string[] = [];
    const answers: (() => void)[] = [];
    const { loadRest } = reportLoads(async () => {}, pLimit(atOnce));
    const load = (name: string) =>
      createActor(
        loadRest<Question, string>(() => {
          requests.push(name);
          return new Promise((resolve) => {
            answers.push(() => resolve(answered(name)));
          });
        }),
        { input: { query: question } },
      ).start();
    return { requests, answers, load };
  }

  it('are sent a few at a time, in their order', async () => {
    const { requests, answers, load } = begin(2);
    for (const name of ['totals', 'clicks', 'graph', 'table']) load(name);
    await expect.poll(() => requests).toEqual(['totals', 'clicks']);
    answers[1]?.();
    await expect.poll(() => requests).toEqual(['totals', 'clicks', 'graph']);
    answers[0]?.();
    await expect.poll(() => requests).toEqual(['totals', 'clicks', 'graph', 'table']);
  });

  it('are never sent once they are aborted, and give up their place although no other has ended', async () => {
    const { requests, load } = begin(1);
    const [first, second] = ['totals', 'clicks'].map(load);
    load('graph');
    await expect.poll(() => requests).toEqual(['totals']);
    second?.stop();
    first?.stop();
    await expect.poll(() => requests).toEqual(['totals', 'graph']);
  });
});

describe('the first event of a project', () => {
  const total = { revenue: 0, previous_revenue: null, change: null };
  const first = (time: string | null) =>
    json({ data: { rows: [], total, first_event_at: time }, meta });

  function open(reply: (request: SentRequest, index: number) => Response) {
    const { fetch, requests } = scriptedFetch(reply);
    const api = apiOver(fetch);
    const history = createProjectHistory(api);
    return { history, rest: restReports(api, history), requests };
  }

  it('is learned from an answer that is in flight', async () => {
    const { history, rest, requests } = open(() => first('2025-03-02T11:20:00Z'));
    const revenue = rest.revenue(question, signal);
    expect(await history.hasEvents(question)).toBe(true);
    await revenue;
    expect(requests).toHaveLength(1);
  });

  it('is requested where that answer does not contain it, and where it fails', async () => {
    const silent = open((_, index) => first(index === 0 ? null : '2025-03-02T11:20:00Z'));
    const narrowed = { ...question, countries: ['US'] };
    const revenue = silent.rest.revenue(narrowed, signal);
    expect(await silent.history.hasEvents(question)).toBe(true);
    expect((await revenue).emptyReason).toBe('filtered');
    expect(silent.requests.map(({ query }) => query.get('countries[]'))).toEqual(['US', null]);

    const failing = open((_, index) =>
      index === 0 ? json({ detail: 'No.' }, 400) : first('2025-03-02T11:20:00Z'),
    );
    const failed = expect(failing.rest.revenue(question, signal)).rejects.toMatchObject({
      message: 'No.',
    });
    expect(await failing.history.hasEvents(question)).toBe(true);
    await failed;
  });
});

describe('the settings of an installation', () => {
  it.each([true, false])('prepare the analytics endpoint where it is used: %s', async (isUsed) => {
    const { fetch } = scriptedFetch(() => json({ ...settings, use_cube: isUsed }));
    let readied = 0;
    const source = createSettings(apiOver(fetch), () => 'ana');
    const read = createActor(
      readSettings(source, () => {
        readied += 1;
      }),
    ).start();
    await expect.poll(() => read.getSnapshot().status).toBe('done');
    expect(readied).toBe(isUsed ? 1 : 0);
  });

  it('are prefetched once for each session and used once', async () => {
    let token: string | null = null;
    const { fetch, requests } = scriptedFetch(() => json(settings));
    const source = createSettings(apiOver(fetch), () => token);
    source.prefetch();
    expect(requests).toHaveLength(0);
    token = 'ana';
    source.prefetch();
    source.prefetch();
    expect(await source.prefetched).toEqual(settings);
    expect(await source.read(signal)).toEqual(settings);
    expect(requests).toHaveLength(1);
    source.prefetch();
    await source.read(signal);
    expect(requests).toHaveLength(2);
  });

  it('are requested again for another session, and after a failure', async () => {
    let token = 'ana';
    const { fetch, requests } = scriptedFetch((_, index) =>
      index === 0 ? new TypeError('fetch failed') : json(settings),
    );
    const source = createSettings(apiOver(fetch), () => token);
    source.prefetch();
    await expect.poll(() => requests.length).toBe(1);
    await expect(source.read(signal)).resolves.toEqual(settings);
    token = 'bo';
    source.prefetch();
    token = 'cleo';
    await source.read(signal);
    expect(requests).toHaveLength(4);
  });
});
