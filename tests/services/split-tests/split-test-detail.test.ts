import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { TestChange } from '#model/split-test-detail.ts';
import { createApi } from '#services/kit/api.ts';
import {
  applyChange,
  checkTest,
  lookUpUnit,
  readLatestResults,
  readOneTest,
  readPastResults,
  readTestSeries,
} from '#services/split-tests/split-test-detail.ts';
import { json } from '../../support/fetch.ts';
import {
  readyResults,
  rowOf,
  runningTest,
  testScope,
  testSeries,
} from '../../support/split-test-detail.ts';

/** A server with these answers in turn, and what it was asked. */
function server(...answers: Response[]) {
  const asked: { call: string; ifMatch: string | null; body: unknown }[] = [];
  const api = createApi({
    baseUrl: 'http://clickledger.test',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      asked.push({
        call: `${request.method} ${pathname.replace('/api/v1/split-tests/', '')}${search}`,
        ifMatch: request.headers.get('If-Match'),
        body: text === '' ? null : JSON.parse(text),
      });
      return answers.shift() ?? json(runningTest);
    },
    token: () => 'clu_first',
    onTokenRejected: () => {},
    onContractBroken: () => {},
  });
  const run = (logic: AnyActorLogic, input: unknown) =>
    toPromise(createActor(logic, { input }).start());
  return { api, asked, run };
}

const whenVisible = async () => {};
const read = { scope: testScope, isRefresh: true };
const one = testScope.id;

describe('the calls of one test', () => {
  it('reads the test, and nothing where it is missing or of another project', async () => {
    const missing = json({ detail: 'Not found.' }, 404);
    const { api, run } = server(json(runningTest), json({ ...runningTest, project: 8 }), missing);
    const test = readOneTest(api, whenVisible);
    expect(await run(test, read)).toMatchObject({ rows: [{ name: 'Hero page' }] });
    expect(await run(test, read)).toEqual({ rows: [] });
    expect(await run(test, read)).toEqual({ rows: [] });
  });

  it('reads the latest results and their course', async () => {
    const { results, live } = rowOf(readyResults);
    const unknown = testSeries.map((point) => ({
      ...point,
      variants: point.variants.map((one) => ({ ...one, lift: null, low: null, high: null })),
    }));
    const { api, asked, run } = server(
      ...[json({ results, live }), json(testSeries), json([]), json(unknown)],
    );
    expect(await run(readLatestResults(api, whenVisible), read)).toMatchObject({
      rows: [{ id: one, live: { exposures: 10_020 } }],
    });
    const series = readTestSeries(api, () => 0, whenVisible);
    const asOf = testSeries.at(-1)?.at;
    expect(await run(series, { query: testScope })).toMatchObject({
      freshness: { as_of: asOf },
      emptyReason: null,
    });
    expect(await run(series, { query: testScope })).toMatchObject({ emptyReason: 'quiet' });
    expect(await run(series, { query: testScope })).toMatchObject({ emptyReason: 'quiet' });
    expect(asked.map(({ call }) => call)).toEqual([
      `GET ${one}/results/`,
      `GET ${one}/timeseries/`,
      `GET ${one}/timeseries/`,
      `GET ${one}/timeseries/`,
    ]);
  });

  it('reads an earlier snapshot, and says when it is not kept any more', async () => {
    const { api, asked, run } = server(
      json({ results: readyResults, live: rowOf(readyResults).live }),
      json({ detail: 'Not found.' }, 404),
    );
    const past = readPastResults(api);
    const query = { ...testScope, snapshot: '01SNAP' };
    expect(await run(past, { query })).toMatchObject({
      data: readyResults,
      freshness: { as_of: readyResults.as_of },
    });
    expect(asked[0]?.call).toBe(`GET ${one}/results/?snapshot_id=01SNAP`);
    await expect(run(past, { query })).rejects.toMatchObject({
      message: expect.stringContaining('not kept any more'),
    });
  });

  it('changes only what was edited, of the version that was read', async () => {
    const { api, asked, run } = server();
    const change: TestChange = { kind: 'edit', edit: { name: 'Hero page, again' } };
    await run(applyChange(api), { test: runningTest, change });
    expect(asked).toEqual([
      { call: `PATCH ${one}/`, ifMatch: '"4"', body: { name: 'Hero page, again' } },
    ]);
  });

  const decide: TestChange = {
    kind: 'decide',
    decision: 'keep_control',
    variant: 'B',
    note: 'The season ends tomorrow.',
    override: 'override',
    snapshot: readyResults,
  };
  const changes: [TestChange, string, unknown][] = [
    [{ kind: 'start', confirm: '' }, 'start', {}],
    [{ kind: 'start', confirm: 'Hero page' }, 'start', { confirm: 'Hero page' }],
    [{ kind: 'pause' }, 'pause', {}],
    [{ kind: 'resume' }, 'resume', {}],
    [{ kind: 'stop' }, 'stop', {}],
    [{ kind: 'restore' }, 'restore', {}],
    [{ kind: 'undoDecision' }, 'undo-decision', {}],
    [{ kind: 'undoShip' }, 'undo-ship', {}],
    [
      { kind: 'weigh', weights: { A: 6_000, B: 4_000 }, traffic: 50, reason: 'Careful' },
      'weights',
      { weights: { A: 6_000, B: 4_000 }, traffic_pct: 50, reason: 'Careful' },
    ],
    [
      { kind: 'ship', variant: 'B', withStep: true, withMatcher: true, withOffer: false },
      'ship',
      { variant: 'B', with_step: true, with_matcher: true, with_offer: false },
    ],
    [
      { kind: 'ship', variant: 'B', withStep: false, withMatcher: true, withOffer: true },
      'ship',
      { variant: 'B', with_step: false, with_matcher: false, with_offer: true },
    ],
    [
      decide,
      'decide',
      {
        decision: 'keep_control',
        variant: null,
        note: 'The season ends tomorrow.',
        snapshot_id: '01SNAP',
        override: true,
      },
    ],
  ];
  it.each(changes)(
    'makes the change %o of the version that was read',
    async (change, call, body) => {
      const { api, asked, run } = server();
      await run(applyChange(api), { test: runningTest, change });
      expect(asked).toEqual([{ call: `POST ${one}/${call}/`, ifMatch: '"4"', body }]);
    },
  );

  it('reads an archived test again, and makes a copy by a key of its own', async () => {
    const { api, asked, run } = server(json('archived'), json(runningTest), json(runningTest, 201));
    await run(applyChange(api), { test: runningTest, change: { kind: 'archive' } });
    await run(applyChange(api), { test: runningTest, change: { kind: 'duplicate' } });
    expect(asked.map(({ call, ifMatch }) => [call, ifMatch])).toEqual([
      [`DELETE ${one}/`, '"4"'],
      [`GET ${one}/`, null],
      [`POST ${one}/duplicate/`, null],
    ]);
  });

  it('checks a draft and looks a unit up', async () => {
    const { api, asked, run } = server(
      json([]),
      json({ variant: 'B', is_in_test: true, first: null }),
    );
    expect(await run(checkTest(api), { test: runningTest })).toEqual([]);
    expect(await run(lookUpUnit(api), { request: { test: one, unit: 'v 1' } })).toEqual({
      unit: 'v 1',
      variant: 'B',
      is_in_test: true,
      first: null,
    });
    expect(asked.map(({ call }) => call)).toEqual([
      `POST ${one}/checks/`,
      `GET ${one}/assignments/?unit_id=v+1`,
    ]);
  });
});
