import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { emptyTestDraft } from '#model/split-test-draft.ts';
import { createApi } from '#services/kit/api.ts';
import { prefix } from '#services/kit/local-storage.ts';
import {
  checkTest,
  createTestDrafts,
  loadChoices,
  readPower,
  readTest,
  saveTest,
  startTest,
} from '#services/split-tests/split-test-wizard.ts';
import { json } from '../../support/fetch.ts';
import { catalog, draftRow, mainRow } from '../../support/funnels.ts';
import { bundle, trial } from '../../support/offers.ts';
import {
  completeDraft,
  passedChecks,
  powerFound,
  startedTest,
  storedDraft,
} from '../../support/split-tests/wizard.ts';
import { fakeWindow } from '../../support/window.ts';

/** A server with an answer for each path, and what it was asked. */
function server(answers: Record<string, () => Response>) {
  const asked: { call: string; ifMatch: string | null; key: boolean; body: unknown }[] = [];
  const api = createApi({
    baseUrl: 'http://clickledger.test',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const call = `${request.method} ${pathname.replace('/api/v1/', '')}`;
      const text = await request.text();
      asked.push({
        call,
        ifMatch: request.headers.get('If-Match'),
        key: request.headers.has('Idempotency-Key'),
        body: text === '' ? null : JSON.parse(text),
      });
      return answers[call]?.() ?? json({ detail: 'Not found.' }, 404);
    },
    token: () => 'clu_first',
    onTokenRejected: () => {},
    onContractBroken: () => {},
  });
  return { api, asked };
}

const run = (logic: AnyActorLogic, input: unknown) =>
  toPromise(createActor(logic, { input }).start());
const { id } = storedDraft;
const one = `split-tests/${id}/`;

describe('unfinished tests', () => {
  const wizard = { draft: completeDraft, at: 'goal' as const, stored: null };
  function draftsWith(answers: Record<string, () => Response> = {}, kept: [string, string][] = []) {
    const { window } = fakeWindow('/split-test/add', new Map(kept));
    return createTestDrafts(window, server(answers).api);
  }

  it('are kept for each project, and forgotten on request', async () => {
    const drafts = draftsWith();
    drafts.remember(7, null, wizard);
    expect(await run(drafts.recall, { project: 7, id: null })).toEqual({
      wizard,
      isOffered: true,
    });
    expect(await run(drafts.recall, { project: 8, id: null })).toBeNull();
    drafts.forget(7, null);
    expect(await run(drafts.recall, { project: 7, id: null })).toBeNull();
  });

  it('go before what the server has, and are not asked about', async () => {
    const stored = { ...wizard, stored: { id, version: 1 } };
    const drafts = draftsWith();
    drafts.remember(7, id, stored);
    expect(await run(drafts.recall, { project: 7, id })).toEqual({
      wizard: stored,
      isOffered: false,
    });
  });

  it('begin with what the server has of a draft', async () => {
    const drafts = draftsWith({ [`GET ${one}`]: () => json(storedDraft) });
    expect(await run(drafts.recall, { project: 7, id })).toMatchObject({
      wizard: { at: 'what', draft: { name: 'Shorter headline' }, stored: { id, version: 1 } },
      isOffered: false,
    });
  });

  it.each([
    ['started meanwhile', startedTest],
    ['of another project', { ...storedDraft, project: 8 }],
  ])('are refused where the test is %s', async (_, found) => {
    const drafts = draftsWith({ [`GET ${one}`]: () => json(found) });
    await expect(run(drafts.recall, { project: 7, id })).rejects.toMatchObject({
      kind: 'missing',
      message: expect.stringContaining('no draft of the project any more'),
    });
  });

  it('are left where the storage holds something else', async () => {
    const drafts = draftsWith({}, [[`${prefix}split-test-draft.7`, '{"draft":{"name":7}}']]);
    expect(await run(drafts.recall, { project: 7, id: null })).toBeNull();
  });
});

describe('the calls of the wizard', () => {
  it('reads what there is to choose from, without what is archived', async () => {
    const { api } = server({
      'GET funnels/': () => json([mainRow, { ...draftRow, status: 'archived' }]),
      'GET offers/': () =>
        json([bundle, { ...trial, status: 'paused' }, { ...trial, status: 'archived' }]),
      'GET event-catalog/': () => json(catalog),
    });
    expect(
      await run(
        loadChoices(api, () => 0),
        { query: { project: 7 } },
      ),
    ).toMatchObject({
      data: {
        funnels: [{ slug: mainRow.slug, steps: mainRow.steps.map(({ slug }) => ({ slug })) }],
        offers: [
          { id: bundle.id, isActive: true },
          { id: trial.id, isActive: false },
        ],
        events: catalog.map(({ event }) => event),
      },
      freshness: { as_of: '1970-01-01T00:00:00.000Z' },
      emptyReason: null,
    });
  });

  it('asks how long it takes with the goal, not with names and addresses', async () => {
    const { api, asked } = server({ 'POST split-test-power/': () => json(powerFound) });
    expect(await run(readPower(api), { scope: { project: 7 }, draft: completeDraft })).toEqual(
      powerFound,
    );
    expect(asked[0]?.body).toEqual({
      project: 7,
      goal: { type: 'conversion_rate', event: '', window_hours: 72, direction: 'up' },
      unit: 'visitor',
      variants: 2,
      mde_rel: 0.1,
      alpha: 0.05,
      min_runtime_days: 7,
      max_runtime_days: 42,
      traffic_pct: 100,
    });
  });

  it('creates a draft once, and changes the version that it stored', async () => {
    const { api, asked } = server({
      'POST split-tests/': () => json(storedDraft, 201),
      [`PATCH ${one}`]: () => json({ ...storedDraft, version: 2 }),
    });
    const save = saveTest(api);
    await run(save, { project: 7, draft: completeDraft, stored: null });
    await run(save, { project: 7, draft: completeDraft, stored: { id, version: 1 } });
    expect(asked).toMatchObject([
      { call: 'POST split-tests/', ifMatch: null, key: true, body: { project: 7 } },
      { call: `PATCH ${one}`, ifMatch: '"1"', key: false },
    ]);
    expect(asked[1]?.body).not.toHaveProperty('project');
  });

  it('keeps the sentences of the server at their fields', async () => {
    const refused = { fields: { name: ['Another test has this name.'] } };
    const { api } = server({ 'POST split-tests/': () => json(refused.fields, 400) });
    const asked = { project: 7, draft: emptyTestDraft, stored: null };
    await expect(run(saveTest(api), asked)).rejects.toMatchObject(refused);
  });

  it('reads, checks and starts a draft', async () => {
    const { api, asked } = server({
      [`GET ${one}`]: () => json(storedDraft),
      [`POST ${one}checks/`]: () => json(passedChecks),
      [`POST ${one}start/`]: () => json(startedTest),
    });
    expect(await run(readTest(api), { id })).toEqual(storedDraft);
    expect(await run(checkTest(api), { id })).toEqual(passedChecks);
    const test = { id, version: 1 };
    expect(await run(startTest(api), { test, confirm: '' })).toEqual(startedTest);
    await run(startTest(api), { test, confirm: 'Shorter headline' });
    expect(asked.slice(2)).toMatchObject([
      { ifMatch: '"1"', body: {} },
      { ifMatch: '"1"', body: { confirm: 'Shorter headline' } },
    ]);
  });
});
