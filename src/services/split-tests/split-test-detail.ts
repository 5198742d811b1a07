import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Problem } from '#contract/problem.ts';
import type { Preflight } from '#contract/split-tests/planning.ts';
import type { TestResults, TestSeries } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { ReportResponse } from '#model/query.ts';
import type {
  PastScope,
  ResultsRow,
  TestChange,
  TestFileRequest,
  TestScope,
  UnitAssignment,
  UnitRequest,
} from '#model/split-test-detail.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries } from '../kit/collection-requests.ts';
import { idempotent } from '../kit/idempotent.ts';
import { keepDownload } from '../kit/keep-file.ts';

type WhenVisible = (signal: AbortSignal) => Promise<void>;

/** `GET split-tests/{id}/`. A test that does not exist, or that is of another project, is an empty list. */
export const readOneTest = (
  api: Api,
  whenVisible: WhenVisible,
): ReadEntries<TestScope, SplitTest> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const test = await api
      .call('readSplitTest', { params: { id: scope.id }, signal })
      .catch((thrown: { kind?: string }) => {
        if (thrown.kind === 'missing') return null;
        throw thrown;
      });
    return { rows: test?.project === scope.project ? [test] : [] };
  });

/** `GET split-tests/{id}/results/`. */
export const readLatestResults = (
  api: Api,
  whenVisible: WhenVisible,
): ReadEntries<TestScope, ResultsRow> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const answer = await api.call('splitTestResults', { params: { id: scope.id }, signal });
    return { rows: [{ id: scope.id, ...answer }] };
  });

/** `GET split-tests/{id}/timeseries/`. */
export const readTestSeries = (
  api: Api,
  now: () => number,
  whenVisible: WhenVisible,
): PromiseActorLogic<ReportResponse<TestSeries>, { query: TestScope; isRefresh?: boolean }> =>
  fromPromise(async ({ input: { query, isRefresh = false }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const data = await api.call('splitTestSeries', { params: { id: query.id }, signal });
    const asOf = data.at(-1)?.at ?? new Date(now()).toISOString();
    const isKnown = data.some(({ variants }) => variants.some(({ lift }) => lift !== null));
    return { ...answerOf(data, asOf), emptyReason: isKnown ? null : 'quiet' };
  });

/** `GET split-tests/{id}/results/` of one snapshot. */
export const readPastResults = (
  api: Api,
): PromiseActorLogic<ReportResponse<TestResults>, { query: PastScope; isRefresh?: boolean }> =>
  fromPromise(async ({ input: { query }, signal }) => {
    const { results } = await api
      .call('splitTestResults', {
        params: { id: query.id },
        query: { snapshot_id: query.snapshot },
        signal,
      })
      .catch((thrown: { kind?: string }) => {
        throw thrown.kind === 'missing' ? gone : thrown;
      });
    if (!results) throw gone;
    return answerOf(results, results.as_of);
  });

const gone: Problem = {
  kind: 'missing',
  message: 'These figures are not kept any more. Go back to the latest ones.',
};

const answerOf = <Data>(data: Data, asOf: string): ReportResponse<Data> => ({
  data,
  freshness: {
    as_of: asOf,
    timezone: 'UTC',
    granularity: 'day',
    currency: '',
    compare: null,
    approximate: [],
  },
  emptyReason: null,
});

/** `POST split-tests/{id}/checks/`. */
export const checkTest = (api: Api): PromiseActorLogic<Preflight, { test: SplitTest }> =>
  fromPromise(({ input: { test }, signal }) =>
    api.call('checkSplitTest', { params: { id: test.id }, body: {}, signal }),
  );

const plainCalls = {
  pause: 'pauseSplitTest',
  resume: 'resumeSplitTest',
  stop: 'stopSplitTest',
  restore: 'restoreSplitTest',
  undoDecision: 'undoSplitTestDecision',
  undoShip: 'undoSplitTestShip',
} as const;

/** Changes a test by the version that was read. The answer of an archived test is only a text, so it is read again. */
export const applyChange = (
  api: Api,
): PromiseActorLogic<SplitTest, { test: SplitTest; change: TestChange }> =>
  fromPromise(async ({ input: { test, change }, signal }) => {
    const sent = { params: { id: test.id }, version: test.version, signal };
    switch (change.kind) {
      case 'start': {
        const body = change.confirm === '' ? {} : { confirm: change.confirm };
        return api.call('startSplitTest', { ...sent, body });
      }
      case 'weigh': {
        const { weights, traffic, reason } = change;
        return api.call('weighSplitTest', {
          ...sent,
          body: { weights, traffic_pct: traffic, reason },
        });
      }
      case 'decide': {
        const { decision, variant, note, override, snapshot } = change;
        return api.call('decideSplitTest', {
          ...sent,
          body: {
            decision,
            variant: decision === 'ship' ? variant : null,
            note,
            snapshot_id: snapshot.snapshot_id,
            override: override !== '',
          },
        });
      }
      case 'edit':
        return api.call('changeSplitTest', { ...sent, body: change.edit });
      case 'ship': {
        const { variant, withStep, withMatcher, withOffer } = change;
        return api.call('shipSplitTest', {
          ...sent,
          body: {
            variant,
            with_step: withStep,
            with_matcher: withStep && withMatcher,
            with_offer: withOffer,
          },
        });
      }
      case 'archive':
        await api.call('archiveSplitTest', sent);
        return api.call('readSplitTest', { params: sent.params, signal });
      case 'duplicate':
        return idempotent(api, 'duplicateSplitTest', { params: sent.params, body: {}, signal });
      default:
        return api.call(plainCalls[change.kind], { ...sent, body: {} });
    }
  });

/** `GET split-tests/{id}/assignments/`. */
export const lookUpUnit = (api: Api): PromiseActorLogic<UnitAssignment, { request: UnitRequest }> =>
  fromPromise(async ({ input: { request }, signal }) => {
    const { test, unit } = request;
    const found = await api.call('splitTestAssignment', {
      params: { id: test },
      query: { unit_id: unit },
      signal,
    });
    return { unit, ...found };
  });

/** `GET split-tests/{id}/export/`, then saves the file to the browser's download folder. */
export const saveTest = (
  api: Api,
  window: Window,
): PromiseActorLogic<string, { request: TestFileRequest }> =>
  fromPromise(async ({ input: { request }, signal }) => {
    const { test, format } = request;
    const file = await api.download('splitTestExport', {
      params: { id: test.id },
      query: { format },
      signal,
    });
    return keepDownload(window, file, { otherwise: `split-test-${test.slug}.${format}`, signal });
  });
