import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { EventCatalog, FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { definitionOf, type FunnelDraft } from '#model/funnel-draft.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import type { ReportResponse } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import { ofFunnel } from './one-funnel.ts';

/** `PATCH funnels/{slug}/`, based on the version that was read. */
export const saveFunnel = (
  api: Api,
): PromiseActorLogic<Funnel, { scope: FunnelScope; entity: Funnel; draft: FunnelDraft }> =>
  fromPromise(({ input: { scope, entity, draft }, signal }) =>
    api.call('changeFunnel', {
      ...ofFunnel(scope),
      body: draft,
      version: entity.version,
      signal,
    }),
  );

/** `POST funnel-preview/` for an unsaved draft. */
export const previewFunnel = (
  api: Api,
): PromiseActorLogic<FunnelPreviewAnswer, { scope: FunnelScope; draft: FunnelDraft }> =>
  fromPromise(({ input: { scope, draft }, signal }) =>
    api.call('funnelPreview', {
      body: { project: scope.project, definition: definitionOf(draft) },
      signal,
    }),
  );

/** `POST funnel-preview/` for a stored draft beside what is published. */
export const measureEffect = (
  api: Api,
): PromiseActorLogic<FunnelPreviewAnswer, { funnel: Funnel }> =>
  fromPromise(({ input: { funnel }, signal }) =>
    api.call('funnelPreview', {
      body: {
        project: funnel.project,
        definition: definitionOf(funnel),
        against: funnel.published?.definition ?? null,
      },
      signal,
    }),
  );

/** `GET event-catalog/`. */
export const readCatalog = (
  api: Api,
  now: () => number,
): PromiseActorLogic<
  ReportResponse<EventCatalog>,
  { query: { project: number }; isRefresh?: boolean }
> =>
  fromPromise(async ({ input: { query }, signal }) => ({
    data: await api.call('eventCatalog', { query: { project_id: query.project }, signal }),
    freshness: {
      as_of: new Date(now()).toISOString(),
      timezone: 'UTC',
      granularity: 'day',
      currency: '',
      compare: null,
      approximate: [],
    },
    emptyReason: null,
  }));
