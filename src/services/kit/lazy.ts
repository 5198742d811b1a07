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

/** The code of a request comes from the server that would be asked. */
const unreachable: Problem = { kind: 'offline', message: defaultMessage('offline') };
