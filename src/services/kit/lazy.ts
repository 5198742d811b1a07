import { createActor, fromPromise, type PromiseActorLogic, toPromise } from 'xstate';
import { defaultMessage, type Problem } from '#contract/problem.ts';

/** A request whose code comes with the first use of it. Leaving the state that invoked it ends it as ever. */
export const lazy = <Output, Input>(
  fetchLogic: () => Promise<PromiseActorLogic<Output, Input>>,
): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(async ({ input, signal }) => {
    const logic = await fetchLogic().catch(() => {
      throw unreached;
    });
    const request = createActor(logic, { input });
    signal.addEventListener('abort', () => request.stop());
    const answer = toPromise(request);
    request.start();
    return answer;
  });

/** The code of a request comes from the server that would be asked. */
const unreached: Problem = { kind: 'offline', message: defaultMessage('offline') };
