import { createActor, fromPromise, type PromiseActorLogic, toPromise } from 'xstate';
import { defaultMessage, type Problem } from '#contract/problem.ts';

/** An actor whose code is loaded with its first use. Leaving the state that invoked it aborts it. */
export const lazy = <Output, Input>(
  fetchLogic: () => Promise<PromiseActorLogic<Output, Input>>,
): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(async ({ input, signal }) => {
    const logic = await fetchLogic().catch(() => {
      throw unreachable;
    });
    const request = createActor(logic, { input });
    signal.addEventListener('abort', () => request.stop());
    const answer = toPromise(request);
    request.start();
    return answer;
  });

/** A failed download of the code counts as a call that the server did not answer. */
const unreachable: Problem = { kind: 'offline', message: defaultMessage('offline') };
