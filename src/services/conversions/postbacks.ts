import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { PostbackPage, PostbacksRequest } from '#model/postbacks.ts';
import type { Api } from '../kit/api.ts';

/** `GET postback-log/`. */
export const readPostbacks = (api: Api): PromiseActorLogic<PostbackPage, PostbacksRequest> =>
  fromPromise(async ({ input: { query, filter, cursor }, signal }) => {
    const { project, period, timezone } = query;
    const { result, search } = filter;
    const { rows, headers } = await api.page('postbackLog', {
      query: {
        project_id: project,
        timezone,
        result: result ?? undefined,
        start_date: period.start,
        end_date: period.end,
        search: search.trim() || undefined,
        cursor: cursor ?? undefined,
      },
      signal,
    });
    return { rows, next: headers.get('X-Next-Cursor') };
  });
