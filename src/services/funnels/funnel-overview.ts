import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { FunnelReport } from '#contract/funnels/report.ts';
import type { Funnel, FunnelVersion } from '#contract/funnels/schemas.ts';
import type {
  ActedFunnel,
  FunnelAct,
  FunnelNote,
  FunnelScope,
  OneFunnelQuestion,
} from '#model/funnel-overview.ts';
import type { ReportResponse } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import type {
  ReadEntries,
  RemoveEntry,
  RestoreEntry,
  RunAction,
  SaveEntry,
} from '../kit/collection-requests.ts';
import { forgetUnconfirmed, idempotent } from '../kit/idempotent.ts';
import { freshnessAt, freshnessOf } from './freshness.ts';
import { funnelParamsOf } from './funnel-params.ts';
import { listFunnels } from './list-funnels.ts';
import { ofFunnel } from './one-funnel.ts';

type WhenVisible = (signal: AbortSignal) => Promise<void>;
type Load<Data, Query> = PromiseActorLogic<
  ReportResponse<Data>,
  { query: Query; isRefresh?: boolean }
>;
type NoteDraft = { at: string; text: string };

/** `GET funnels/{slug}/`. A funnel that does not exist is an empty list. */
export const readOneFunnel = (
  api: Api,
  whenVisible: WhenVisible,
): ReadEntries<FunnelScope, Funnel> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const funnel = await api
      .call('readFunnel', { ...ofFunnel(scope), signal })
      .catch((thrown: { kind?: string }) => {
        if (thrown.kind === 'missing') return null;
        throw thrown;
      });
    return { rows: funnel ? [funnel] : [] };
  });

/** `POST funnels/{slug}/duplicate/`. */
export const copyFunnel = (api: Api): SaveEntry<FunnelScope, Funnel, { name: string }> =>
  fromPromise(async ({ input: { scope, draft }, signal }) => ({
    entry: await idempotent(api, 'duplicateFunnel', { ...ofFunnel(scope), body: draft, signal }),
  }));

/**
 * `POST funnels/{slug}/pause/`, `…/resume/`, `…/restore/`, `…/set-default/` or `DELETE funnels/{slug}/`. What decides
 * whether there is a report is read again.
 */
export const actOnFunnel = (api: Api): RunAction<FunnelScope, Funnel, FunnelAct> =>
  fromPromise(async ({ input: { scope, action }, signal }) => {
    const { funnel } = action;
    const call = { ...ofFunnel(funnel), signal };
    switch (action.kind) {
      case 'pause': {
        const entry = await api.call('pauseFunnel', { ...call, body: {} });
        return { entry, undo: { kind: 'resume', funnel } };
      }
      case 'resume':
        return { entry: await api.call('resumeFunnel', { ...call, body: {} }) };
      case 'default': {
        const { isDefault } = action;
        const before = isDefault ? await readDefault(api, funnel.project, signal) : null;
        const body = { is_default: isDefault };
        const entry = await api.call('setDefaultFunnel', { ...call, body });
        const undo: FunnelAct =
          before && before.id !== funnel.id
            ? { kind: 'default', funnel: before, isDefault: true }
            : { kind: 'default', funnel, isDefault: !isDefault };
        return { entry, affectsOthers: funnel.slug !== scope.slug, undo };
      }
      case 'archive':
        await api.call('archiveFunnel', call);
        forgetUnconfirmed('createFunnel');
        forgetUnconfirmed('duplicateFunnel');
        return { undo: { kind: 'restore', funnel } };
      case 'restore':
        await api.call('restoreFunnel', { ...call, body: {} });
        return {};
    }
  });

/** The funnel that feeds the panel of the dashboard. */
async function readDefault(
  api: Api,
  project: number,
  signal: AbortSignal,
): Promise<ActedFunnel | null> {
  const funnels = await listFunnels(api, project, signal);
  return funnels.find((funnel) => funnel.is_default) ?? null;
}

/** `GET funnels/{slug}/report/`. A refresh waits until the page is visible. */
export const readFunnelReport = (
  api: Api,
  whenVisible: WhenVisible,
  now: () => number,
): Load<FunnelReport, OneFunnelQuestion> =>
  fromPromise(async ({ input: { query, isRefresh = false }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const report = await api.call('funnelReport', {
      params: { slug: query.slug },
      query: funnelParamsOf(query, now()),
      signal,
    });
    const { entered, excluded } = report.totals;
    return {
      data: report,
      freshness: freshnessOf(report.as_of, query.timezone, report.currency),
      emptyReason: entered + excluded === 0 ? 'quiet' : null,
    };
  });

/** `GET funnels/{slug}/versions/`. */
export const readVersions = (
  api: Api,
  whenVisible: WhenVisible,
  now: () => number,
): Load<FunnelVersion[], FunnelScope> =>
  fromPromise(async ({ input: { query, isRefresh = false }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const data = await api.call('listFunnelVersions', { ...ofFunnel(query), signal });
    return {
      data,
      freshness: freshnessAt(now()),
      emptyReason: null,
    };
  });

/** `GET funnels/{slug}/annotations/`. */
export const readFunnelNotes = (
  api: Api,
  whenVisible: WhenVisible,
): ReadEntries<FunnelScope, FunnelNote> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const notes = await api.call('listFunnelAnnotations', { ...ofFunnel(scope), signal });
    return { rows: notes.map((note) => ({ ...note, funnel: scope })) };
  });

/** `POST funnels/{slug}/annotations/`. */
export const addFunnelNote = (api: Api): SaveEntry<FunnelScope, FunnelNote, NoteDraft> =>
  fromPromise(async ({ input: { scope, draft }, signal }) => ({
    entry: await addNote(api, scope, draft, signal),
  }));

/** `DELETE funnels/{slug}/annotations/{id}/`. */
export const removeFunnelNote = (api: Api): RemoveEntry<FunnelNote> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    const { query, params } = ofFunnel(entry.funnel);
    await api.call('removeFunnelAnnotation', {
      params: { ...params, id: entry.id },
      query,
      signal,
    });
  });

/** `POST funnels/{slug}/annotations/`: a removed note is written again. */
export const restoreFunnelNote = (api: Api): RestoreEntry<FunnelNote> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    await addNote(api, entry.funnel, entry, signal);
    return {};
  });

async function addNote(
  api: Api,
  funnel: FunnelScope,
  { at, text }: NoteDraft,
  signal: AbortSignal,
): Promise<FunnelNote> {
  const call = { ...ofFunnel(funnel), body: { at, text }, signal };
  return { ...(await idempotent(api, 'addFunnelAnnotation', call)), funnel };
}
