import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { FirstEvents, Question } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import type { History } from './reports.ts';

type Input = { question: Question };

/** Whether the project ever received an event. */
export const readProjectHistory = (history: History): PromiseActorLogic<boolean, Input> =>
  fromPromise(({ input }) => history.isKnown(input.question));

/**
 * `GET projects/{id}/`. Who may not see how many events a project receives still learns that there are some.
 */
export const readFirstEvents = (
  api: Api,
  history: History,
): PromiseActorLogic<FirstEvents, Input> =>
  fromPromise(async ({ input: { question }, signal }) => {
    const [{ events_used, collect_key }, isKnown] = await Promise.all([
      api.call('readProject', { params: { id: question.project }, signal }),
      history.isKnown(question),
    ]);
    return { received: isKnown ? Math.max(events_used, 1) : events_used, collectKey: collect_key };
  });
