import { expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { archiveCreated, createWizardDrafts, saveFunnel } from '#services/funnels/funnel-wizard.ts';
import { actOnFunnel, readFigures, readFunnels } from '#services/funnels/funnels.ts';
import { createApi } from '#services/kit/api.ts';
import { json, type SentRequest, scriptedFetch } from '../../support/fetch.ts';
import { draftRow, figures, funnel, mainRow, newDraft } from '../../support/funnels.ts';
import { recordedEvents } from '../../support/recorded-events.ts';
import { fakeWindow } from '../../support/window.ts';

function apiWith(reply: (request: SentRequest, index: number) => Response | Promise<Response>) {
  const { fetch, requests } = scriptedFetch(reply);
  const api = createApi({
    baseUrl: 'http://clickledger.test',
    fetch,
    token: () => 'clu_first',
    onTokenRejected: () => {},
    onContractBroken: (call, reason) => {
      throw new Error(`${call}: ${String(reason)}`);
    },
  });
  return { api, requests };
}

const noon = () => Date.parse('2026-11-20T17:00:00Z');
const question = {
  project: 7,
  affiliates: [3, 4],
  timezone: 'America/New_York',
  range: 'last_30_days' as const,
};

it('reads all pages of the list and leaves archived funnels out', async () => {
  const archived = { ...draftRow, id: '01OLD', status: 'archived' as const };
  const { api, requests } = apiWith((_, index) =>
    index === 0 ? json([mainRow], 200, { 'X-Next-Cursor': 'c2' }) : json([archived, draftRow]),
  );
  const scope = { project: 7 };
  const read = createActor(readFunnels(api), { input: { scope, isRefresh: false } }).start();
  expect((await toPromise(read)).rows).toEqual([mainRow, draftRow]);
  expect(requests.map(({ query }) => query.get('cursor'))).toEqual([null, 'c2']);
});

it('reads the first figures alone, then three at a time, and tells each row by itself', async () => {
  const answers: (() => void)[] = [];
  const { api, requests } = apiWith(
    ({ path }) =>
      new Promise((resolve) =>
        answers.push(() =>
          resolve(
            path.includes('/b/')
              ? json({ detail: 'This took too long. Choose fewer days.' }, 422)
              : json(figures),
          ),
        ),
      ),
  );
  const { received } = recordedEvents(readFigures(api, noon), {
    ...question,
    slugs: ['a', 'b', 'c', 'd', 'e'],
  });
  await expect.poll(() => requests.length).toBe(1);
  for (const answer of answers.splice(0)) answer();
  await expect.poll(() => requests.length).toBe(4);
  for (const answer of answers.splice(0, 2)) answer();
  await expect.poll(() => requests.length).toBe(5);
  for (const answer of answers.splice(0)) answer();
  await expect.poll(() => received.at(-1)?.type).toBe('figures.finished');
  expect(received.map(({ type, slug }) => `${type} ${slug ?? ''}`).sort()).toEqual([
    'figures.arrived a',
    'figures.arrived c',
    'figures.arrived d',
    'figures.arrived e',
    'figures.failed b',
    'figures.finished ',
  ]);
  expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({
    project_id: '7',
    affiliate_id: '3,4',
    timezone: 'America/New_York',
    start: '2026-10-22',
    end: '2026-11-20',
  });
});

it('sends no figure after it stopped', async () => {
  const { api, requests } = apiWith(() => new Promise(() => {}));
  const { received, stop } = recordedEvents(readFigures(api, noon), { ...question, slugs: ['a'] });
  await expect.poll(() => requests.length).toBe(1);
  stop();
  await expect.poll(() => requests[0]?.signal.aborted).toBe(true);
  expect(received.filter(({ type }) => type.startsWith('figures'))).toEqual([]);
});

it('shows the answer of an action as a row, and reads the others again where they change too', async () => {
  const { api, requests } = apiWith(() => json(funnel, 200));
  const scope = { project: 7 };
  const act = (kind: 'pause' | 'makeDefault') =>
    toPromise(
      createActor(actOnFunnel(api), {
        input: { scope, action: { kind, funnel: mainRow } },
      }).start(),
    );
  expect(await act('pause')).toEqual({ entry: mainRow });
  expect(await act('makeDefault')).toEqual({ entry: mainRow, affectsOthers: true });
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['/api/v1/funnels/main/pause/', {}],
    ['/api/v1/funnels/main/set-default/', { is_default: true }],
  ]);
});

it('creates a funnel once and changes it afterwards', async () => {
  const { api, requests } = apiWith(({ method }) => json(funnel, method === 'POST' ? 201 : 200));
  const save = (created: typeof funnel | null) =>
    toPromise(
      createActor(saveFunnel(api), { input: { project: 7, draft: newDraft, created } }).start(),
    );
  await save(null);
  await save(funnel);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v1/funnels/',
    'PATCH /api/v1/funnels/main/',
  ]);
  expect(requests[0]?.headers.get('Idempotency-Key')).not.toBeNull();
  expect(requests[1]?.headers.get('If-Match')).toBe(`"${funnel.version}"`);
  expect(requests[0]?.body).toMatchObject({ project: 7, name: 'Main offer', slug: 'main-offer' });
});

it('archives the created funnel at the version that the wizard stored', async () => {
  const { api, requests } = apiWith(() => json('archived'));
  const funnel = { project: 7, slug: 'main-offer', version: 3 };
  await toPromise(createActor(archiveCreated(api), { input: { funnel } }).start());
  expect(
    requests.map(({ method, path, query, headers }) => [
      `${method} ${path}?${query}`,
      headers.get('If-Match'),
    ]),
  ).toEqual([['DELETE /api/v1/funnels/main-offer/?project_id=7', '"3"']]);
});

it('keeps an unfinished funnel for each project, and drops what is none', async () => {
  const { window, storedItems } = fakeWindow('/funnels/add');
  const drafts = createWizardDrafts(window);
  const created = { slug: 'main-offer', version: 3 };
  const recall = (project: number) =>
    toPromise(createActor(drafts.recall, { input: { project } }).start());
  expect(await recall(7)).toBeNull();
  drafts.remember(7, { draft: newDraft, at: 'steps', created });
  expect(await recall(7)).toEqual({ draft: newDraft, at: 'steps', created });
  expect(await recall(8)).toBeNull();
  drafts.forget(7);
  expect(await recall(7)).toBeNull();
  drafts.remember(7, { draft: newDraft, at: 'steps', created });
  const earlier = JSON.stringify({ draft: newDraft, at: 'steps' });
  for (const key of storedItems.keys()) storedItems.set(key, earlier);
  expect(await recall(7)).toEqual({ draft: newDraft, at: 'steps', created: null });
  for (const key of storedItems.keys()) storedItems.set(key, '{"draft":1}');
  expect(await recall(7)).toBeNull();
});
