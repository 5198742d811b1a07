import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { FirstEvents, Question } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import type { ProjectHistory } from './reports.ts';

type Input = { question: Question };

/** Whether the project has ever received an event. */
export const readProjectHistory = (history: ProjectHistory): PromiseActorLogic<boolean, Input> =>
  fromPromise(({ input }) => history.hasEvents(input.question));

/** `GET projects/{id}/`. A member who may not see the event count still gets 1 when there are events. */
export const readFirstEvents = (
  api: Api,
  history: ProjectHistory,
): PromiseActorLogic<FirstEvents, Input> =>
  fromPromise(async ({ input: { question }, signal }) => {
    const [{ events_used, collect_key }, isKnown] = await Promise.all([
      api.call('readProject', { params: { id: question.project }, signal }),
      history.hasEvents(question),
    ]);
    return { received: isKnown ? Math.max(events_used, 1) : events_used, collectKey: collect_key };
  });
