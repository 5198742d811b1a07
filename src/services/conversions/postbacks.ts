import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { PostbackPage, PostbacksAsked } from '#model/postbacks.ts';
import type { Api } from '../kit/api.ts';

/** `GET postback-log/`. */
export const readPostbacks = (api: Api): PromiseActorLogic<PostbackPage, PostbacksAsked> =>
  fromPromise(async ({ input: { question, cursor }, signal }) => {
    const { project, period, timezone, result, search } = question;
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
