import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Definition } from '#contract/funnels/definition.ts';
import type { EventCatalog, FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { definitionOf, type FunnelDraft } from '#model/funnel-draft.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import type { ReportResponse } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import { freshnessAt } from './freshness.ts';

const catalogOf = (api: Api, project: number, signal: AbortSignal): Promise<EventCatalog> =>
  api.call('eventCatalog', { query: { project_id: project }, signal });

const previewOf = (
  api: Api,
  body: { project: number; definition: Definition; against?: Definition | null },
  signal: AbortSignal,
): Promise<FunnelPreviewAnswer> => api.call('funnelPreview', { body, signal });

/** `GET event-catalog/`. */
export const readCatalog = (api: Api): PromiseActorLogic<EventCatalog, { project: number }> =>
  fromPromise(({ input: { project }, signal }) => catalogOf(api, project, signal));

/** `GET event-catalog/`, for a loader. */
export const loadCatalog = (
  api: Api,
  now: () => number,
): PromiseActorLogic<
  ReportResponse<EventCatalog>,
  { query: { project: number }; isRefresh?: boolean }
> =>
  fromPromise(async ({ input: { query }, signal }) => ({
    data: await catalogOf(api, query.project, signal),
    freshness: freshnessAt(now()),
    emptyReason: null,
  }));

/** `POST funnel-preview/` for a definition that is not stored. */
export const previewDefinition = (
  api: Api,
): PromiseActorLogic<FunnelPreviewAnswer, { project: number; definition: Definition }> =>
  fromPromise(({ input, signal }) => previewOf(api, input, signal));

/** `POST funnel-preview/` for an unsaved draft. */
export const previewDraft = (
  api: Api,
): PromiseActorLogic<FunnelPreviewAnswer, { scope: FunnelScope; draft: FunnelDraft }> =>
  fromPromise(({ input: { scope, draft }, signal }) =>
    previewOf(api, { project: scope.project, definition: definitionOf(draft) }, signal),
  );

/** `POST funnel-preview/` for a stored draft beside what is published. */
export const measureEffect = (
  api: Api,
): PromiseActorLogic<FunnelPreviewAnswer, { funnel: Funnel }> =>
  fromPromise(({ input: { funnel }, signal }) => {
    const { project, published } = funnel;
    const against = published?.definition ?? null;
    return previewOf(api, { project, definition: definitionOf(funnel), against }, signal);
  });
