import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Problem } from '#contract/problem.ts';
import type { Preflight, TestPower } from '#contract/split-tests/planning.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { ReportResponse } from '#model/query.ts';
import {
  bodyOf,
  draftOfTest,
  type StoredTest,
  type StoredTestWizard,
  storedTestWizardSchema,
  type TestChoices,
  type TestDraft,
} from '#model/split-test-draft.ts';
import { listFunnels } from '../funnels/list-funnels.ts';
import type { Api } from '../kit/api.ts';
import { idempotent } from '../kit/idempotent.ts';
import { prefix, readStored, writeStored } from '../kit/local-storage.ts';
import { listOffers } from '../offers/list-offers.ts';

type OfProject = { project: number };
type Recalled = { wizard: StoredTestWizard; isOffered: boolean } | null;

/** Unfinished tests in the storage of the browser: the new one of each project, and changes of stored drafts. */
export function createTestDrafts(window: Window, api: Api) {
  const keyOf = (project: number, id: string | null) =>
    `split-test-draft.${project}${id === null ? '' : `.${id}`}`;
  const kept = (project: number, id: string | null): StoredTestWizard | null => {
    const found = storedTestWizardSchema.safeParse(readStored(window, keyOf(project, id)));
    return found.success ? found.data : null;
  };
  return {
    /** What the browser kept of a draft goes before what the server has. */
    recall: fromPromise<Recalled, OfProject & { id: string | null }>(
      async ({ input: { project, id }, signal }) => {
        const wizard = kept(project, id);
        if (wizard) return { wizard, isOffered: id === null };
        if (id === null) return null;
        const test = await api.call('readSplitTest', { params: { id }, signal });
        if (test.status !== 'draft' || test.project !== project) throw started;
        const { version } = test;
        return {
          wizard: { draft: draftOfTest(test), at: 'what', stored: { id, version } },
          isOffered: false,
        };
      },
    ),
    remember: (project: number, id: string | null, wizard: StoredTestWizard) =>
      writeStored(window, keyOf(project, id), wizard),
    forget(project: number, id: string | null) {
      try {
        window.localStorage.removeItem(prefix + keyOf(project, id));
      } catch {}
    },
  };
}

const started: Problem = {
  kind: 'missing',
  message: 'This is no draft of the project any more. Open it from the list of split tests.',
};

/** The funnels with their steps, the offers and the events of a project, for the choices of the form. */
export const loadChoices = (
  api: Api,
  now: () => number,
): PromiseActorLogic<ReportResponse<TestChoices>, { query: OfProject; isRefresh?: boolean }> =>
  fromPromise(async ({ input: { query }, signal }) => {
    const { project } = query;
    const [funnels, offers, catalog] = await Promise.all([
      listFunnels(api, project, signal),
      listOffers(api, { project_id: project }, signal),
      api.call('eventCatalog', { query: { project_id: project }, signal }),
    ]);
    return {
      data: {
        funnels: funnels
          .filter(({ status }) => status !== 'archived')
          .map(({ slug, name, steps }) => ({
            slug,
            name,
            steps: steps.map((step) => ({ slug: step.slug, name: step.name, url: step.page_url })),
          })),
        offers: offers
          .filter(({ status }) => status !== 'archived')
          .map(({ id, name, status }) => ({ id, name, isActive: status === 'active' })),
        events: catalog.map(({ event }) => event),
      },
      freshness: {
        as_of: new Date(now()).toISOString(),
        timezone: 'UTC',
        granularity: 'day',
        currency: '',
        compare: null,
        approximate: [],
      },
      emptyReason: null,
    };
  });

/** `POST split-test-power/`. */
export const readPower = (
  api: Api,
): PromiseActorLogic<TestPower, { scope: OfProject; draft: TestDraft }> =>
  fromPromise(({ input: { scope, draft }, signal }) => {
    const { goal, unit, variants, mde_rel, alpha, ...test } = bodyOf(draft);
    const { min_runtime_days, max_runtime_days, traffic_pct } = test;
    const body = {
      project: scope.project,
      goal,
      unit,
      variants: variants.length,
      mde_rel,
      alpha,
      min_runtime_days,
      max_runtime_days,
      traffic_pct,
    };
    return api.call('splitTestPower', { body, signal });
  });

/** `POST split-tests/`, or `PATCH split-tests/{id}/` of the version that the wizard stored last. */
export const saveTest = (
  api: Api,
): PromiseActorLogic<SplitTest, OfProject & { draft: TestDraft; stored: StoredTest | null }> =>
  fromPromise(({ input: { project, draft, stored }, signal }) => {
    const body = bodyOf(draft);
    if (stored === null) {
      return idempotent(api, 'createSplitTest', { body: { project, ...body }, signal });
    }
    const { id, version } = stored;
    return api.call('changeSplitTest', { params: { id }, body, version, signal });
  });

/** `GET split-tests/{id}/`. */
export const readTest = (api: Api): PromiseActorLogic<SplitTest, { id: string }> =>
  fromPromise(({ input: { id }, signal }) => api.call('readSplitTest', { params: { id }, signal }));

/** `POST split-tests/{id}/checks/`. */
export const checkTest = (api: Api): PromiseActorLogic<Preflight, { id: string }> =>
  fromPromise(({ input: { id }, signal }) =>
    api.call('checkSplitTest', { params: { id }, body: {}, signal }),
  );

/** `POST split-tests/{id}/start/`. */
export const startTest = (
  api: Api,
): PromiseActorLogic<SplitTest, { test: StoredTest; confirm: string }> =>
  fromPromise(({ input: { test, confirm }, signal }) => {
    const { id, version } = test;
    const body = confirm === '' ? {} : { confirm };
    return api.call('startSplitTest', { params: { id }, body, version, signal });
  });
