import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { FunnelFigures, FunnelRow } from '#contract/funnels/report.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { FunnelQuestion } from '#model/funnels.ts';
import type { Api } from '../kit/api.ts';
import type {
  ReadEntries,
  RemoveEntry,
  RestoreEntry,
  RunAction,
} from '../kit/collection-requests.ts';
import { forgetUnconfirmed, idempotent } from '../kit/idempotent.ts';
import { funnelParamsOf } from './funnel-params.ts';
import { listFunnels } from './list-funnels.ts';
import { ofFunnel } from './one-funnel.ts';

type Scope = { project: number };
type Action =
  | { kind: 'pause' | 'resume' | 'makeDefault'; funnel: FunnelRow }
  | { kind: 'duplicate'; funnel: FunnelRow; name: string };

/** `GET funnels/`, all pages. An archived funnel is not shown. */
export const readFunnels = (api: Api): ReadEntries<Scope, FunnelRow> =>
  fromPromise(async ({ input: { scope }, signal }) => {
    const rows = await listFunnels(api, scope.project, signal);
    return { rows: rows.filter(({ status }) => status !== 'archived') };
  });

/** `POST funnels/{slug}/pause/`, `resume/`, `set-default/` or `duplicate/`. */
export const actOnFunnel = (api: Api): RunAction<Scope, FunnelRow, Action> =>
  fromPromise(async ({ input: { action }, signal }) => {
    const call = { ...ofFunnel(action.funnel), signal };
    switch (action.kind) {
      case 'pause':
        return { entry: rowOf(await api.call('pauseFunnel', { ...call, body: {} })) };
      case 'resume':
        return { entry: rowOf(await api.call('resumeFunnel', { ...call, body: {} })) };
      case 'makeDefault': {
        const body = { is_default: true };
        const funnel = await api.call('setDefaultFunnel', { ...call, body });
        return { entry: rowOf(funnel), affectsOthers: true };
      }
      case 'duplicate': {
        const body = { name: action.name };
        const funnel = await idempotent(api, 'duplicateFunnel', { ...call, body });
        return { entry: rowOf(funnel) };
      }
    }
  });

/** `DELETE funnels/{slug}/`, which archives. Creating an equal funnel is then a new request. */
export const archiveFunnel = (api: Api): RemoveEntry<FunnelRow> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    await api.call('archiveFunnel', { ...ofFunnel(entry), signal });
    forgetUnconfirmed('createFunnel');
    forgetUnconfirmed('duplicateFunnel');
  });

/** `POST funnels/{slug}/restore/`. */
export const restoreFunnel = (api: Api): RestoreEntry<FunnelRow> =>
  fromPromise(async ({ input: { entry }, signal }) => ({
    entry: rowOf(await api.call('restoreFunnel', { ...ofFunnel(entry), body: {}, signal })),
  }));

type FiguresReport =
  | { type: 'figures.arrived'; slug: string; figures: FunnelFigures }
  | { type: 'figures.failed'; slug: string; problem: Problem }
  | { type: 'figures.finished' };

/** A browser has six connections to a server; reading figures leaves three of them to other requests. */
const parallelReads = 3;

/**
 * `GET funnels/{slug}/figures/` of each funnel: every row is reported by itself. The first is read alone, because the
 * warehouse answers a single statement soonest.
 */
export const readFigures = (api: Api, now: () => number) =>
  fromCallback<AnyEventObject, FunnelQuestion & { slugs: readonly string[] }, FiguresReport>(
    ({ input: { slugs, ...question }, sendBack }) => {
      const leaving = new AbortController();
      const { signal } = leaving;
      const waiting = [...slugs];
      const query = funnelParamsOf(question, now());
      const tell = (report: FiguresReport) => {
        if (!signal.aborted) sendBack(report);
      };
      const readOne = async (slug: string): Promise<void> => {
        await api.call('funnelFigures', { params: { slug }, query, signal }).then(
          (figures) => tell({ type: 'figures.arrived', slug, figures }),
          (thrown) => tell({ type: 'figures.failed', slug, problem: problemFrom(thrown) }),
        );
      };
      const readRest = async (): Promise<void> => {
        for (let slug = waiting.shift(); slug !== undefined; slug = waiting.shift()) {
          if (signal.aborted) return;
          await readOne(slug);
        }
      };
      const readAll = async (): Promise<void> => {
        const first = waiting.shift();
        if (first !== undefined) await readOne(first);
        await Promise.all(Array.from({ length: parallelReads }, readRest));
        tell({ type: 'figures.finished' });
      };
      void readAll();
      return () => leaving.abort();
    },
  );

/** A funnel as a row of the list. */
const rowOf = ({ published, ...funnel }: Funnel): FunnelRow => ({
  ...funnel,
  is_published: published !== null,
});
