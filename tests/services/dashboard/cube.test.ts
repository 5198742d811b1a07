import { ResultSet } from '@cubejs-client/core';
import { describe, expect, it, vi } from 'vitest';
import { createCube } from '#services/dashboard/cube/client.ts';
import { createApi } from '#services/kit/api.ts';
import { json, type SentRequest, scriptedFetch } from '../../support/fetch.ts';

const base = 'http://clickledger.test';
const query = { measures: ['pixel_summary.clicks'] };
const rows = [{ 'pixel_summary.clicks': '9120' }];
const result = {
  query,
  data: rows,
  annotation: { measures: {}, dimensions: {}, segments: {}, timeDimensions: {} },
  lastRefreshTime: '2026-11-20T20:14:05.000Z',
};
const multi = {
  queryType: 'regularQuery',
  results: [result],
  pivotQuery: { ...query, queryType: 'regularQuery' },
  slowQuery: false,
};
const signal = new AbortController().signal;

function open(answer: (request: SentRequest, tries: number) => Response) {
  let session = 'clu_1';
  let time = Date.parse('2026-11-20T20:00:00Z');
  let issued = 0;
  let tries = 0;
  const { fetch, requests } = scriptedFetch((call) => {
    if (call.path === '/api/v1/analytics-token/') {
      issued += 1;
      return json({
        token: `signed-${issued}`,
        expires_at: new Date(time + 900_000).toISOString(),
      });
    }
    tries += 1;
    return answer(call, tries);
  });
  const token = () => session;
  const api = createApi({
    baseUrl: base,
    fetch,
    token,
    onTokenRejected: expect.unreachable,
    onContractBroken: expect.unreachable,
  });
  const cube = createCube({ api, fetch, url: `${base}/cubejs-api/v1`, token, now: () => time });
  return {
    cube,
    loads: () => requests.filter(({ path }) => path === '/cubejs-api/v1/load'),
    issued: () => issued,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    signInAs: (other: string) => {
      session = other;
    },
  };
}

describe('the analytics endpoint', () => {
  it('is prepared before there is a query, with the one token that the query then needs', async () => {
    const { cube, loads, issued } = open(() => json(multi));
    cube.preload();
    await expect.poll(issued).toBe(1);
    expect(loads()).toEqual([]);
    await cube.load(query, signal);
    expect(issued()).toBe(1);
  });

  it('is queried by the official client with a token of its own', async () => {
    const { cube, loads } = open(() => json(multi));
    expect(await cube.load(query, signal)).toEqual({
      answers: [rows],
      refreshedAt: result.lastRefreshTime,
    });
    const [load] = loads();
    expect(load?.headers.get('authorization')).toBe('signed-1');
    expect(load?.query.get('queryType')).toBe('multi');
    expect(JSON.parse(load?.query.get('query') ?? '')).toEqual({
      ...query,
      responseFormat: 'compact',
    });
  });

  it('answers texts for each compared range, whatever the deployment writes', async () => {
    const compactly = (dataset: unknown[][]) => ({
      ...result,
      query: { ...query, responseFormat: 'compact' },
      data: { members: ['pixel_summary.clicks', 'pixel_summary.record'], dataset },
    });
    const results = [
      compactly([[9120, 'click']]),
      compactly([
        [null, 'cost'],
        ['7', 'click'],
      ]),
    ];
    const { cube } = open(() => json({ ...multi, queryType: 'compareDateRangeQuery', results }));
    const { answers } = await cube.load(query, signal);
    expect(answers).toEqual([
      [{ 'pixel_summary.clicks': '9120', 'pixel_summary.record': 'click' }],
      [
        { 'pixel_summary.clicks': null, 'pixel_summary.record': 'cost' },
        { 'pixel_summary.clicks': '7', 'pixel_summary.record': 'click' },
      ],
    ]);
  });

  it('reads no empty text as a figure', async () => {
    const strange = { ...result, data: [{ 'pixel_summary.clicks': { more: 1 } }] };
    const { cube } = open(() => json({ ...multi, results: [strange] }));
    await expect(cube.load(query, signal)).rejects.toThrow(/invalid/i);
  });

  it('does not copy its answer, which would take quadratic time', async () => {
    const copied = vi.spyOn(ResultSet.prototype, 'serialize');
    const { cube } = open(() => json(multi));
    await cube.load(query, signal);
    expect(copied).not.toHaveBeenCalled();
    copied.mockRestore();
  });

  it('gets another token when one expires, and one for each session', async () => {
    const { cube, issued, pass, signInAs } = open(() => json(multi));
    await cube.load(query, signal);
    await cube.load(query, signal);
    expect(issued()).toBe(1);
    pass(14 * 60_000 + 1);
    await cube.load(query, signal);
    expect(issued()).toBe(2);
    signInAs('clu_2');
    await cube.load(query, signal);
    expect(issued()).toBe(3);
  });

  it('shares one token among queries that start together', async () => {
    const { cube, issued } = open(() => json(multi));
    await Promise.all([
      cube.load(query, signal),
      cube.load(query, signal),
      cube.load(query, signal),
    ]);
    expect(issued()).toBe(1);
  });

  it('gets one new token after a refusal, and does not end the session', async () => {
    const { cube, issued } = open((_, tries) =>
      tries === 1 ? json({ error: 'Token expired' }, 401) : json(multi),
    );
    expect((await cube.load(query, signal)).answers).toEqual([rows]);
    expect(issued()).toBe(2);
    const refused = open(() => json({ error: 'Invalid token' }, 401));
    await expect(refused.cube.load(query, signal)).rejects.toMatchObject({
      message: 'Invalid token',
    });
    expect(refused.loads()).toHaveLength(2);
  });

  it('takes another token when the session may see more than its grant, and once for queries that start together', async () => {
    let known = 1;
    const { cube, issued } = open(() => {
      known += 1;
      return known <= 3 ? json({ error: 'You do not have access to this.' }, 403) : json(multi);
    });
    const both = await Promise.all([cube.load(query, signal), cube.load(query, signal)]);
    expect(both.map(({ answers }) => answers)).toEqual([[rows], [rows]]);
    expect(issued()).toBe(2);
  });

  it('follows the retry rule of every call', async () => {
    const { cube, loads } = open((_, tries) =>
      tries === 1 ? json({}, 502, { 'Retry-After': '0' }) : json(multi),
    );
    expect((await cube.load(query, signal)).answers).toEqual([rows]);
    expect(loads()).toHaveLength(2);
  });

  it('fails with a problem', async () => {
    const forbidden = open(() => json({ error: 'You do not have access to this.' }, 403));
    await expect(forbidden.cube.load(query, signal)).rejects.toEqual({
      kind: 'forbidden',
      message: 'You do not have access to this.',
    });
  });

  it('takes a long query in the body', async () => {
    const { cube, loads } = open(() => json(multi));
    const values = Array.from({ length: 300 }, (_, index) => `affiliate-${index}`);
    const long = {
      ...query,
      filters: [{ member: 'pixel_summary.affid', operator: 'equals' as const, values }],
    };
    await cube.load(long, signal);
    const [load] = loads();
    expect(load?.method).toBe('POST');
    expect(load?.body).toMatchObject({ queryType: 'multi', query: long });
  });

  it('reads figures that a deployment writes as numbers', async () => {
    const numbers = { ...result, data: [{ 'pixel_summary.clicks': 9120 }] };
    const { cube } = open(() => json({ ...multi, results: [numbers] }));
    expect((await cube.load(query, signal)).answers).toEqual([rows]);
  });
});
