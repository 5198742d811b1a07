import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { SearchAnswer } from '#contract/conversions/search.ts';
import type { Api } from '../kit/api.ts';

/** `GET search/` in all affiliates of a project that the member may see. */
export const searchProject = (
  api: Api,
): PromiseActorLogic<SearchAnswer, { project: number | null; text: string }> =>
  fromPromise(({ input: { project, text }, signal }) =>
    api.call('searchProject', {
      query: { affiliate_id: 'all', project_id: project ?? undefined, search: text.trim() },
      signal,
    }),
  );
