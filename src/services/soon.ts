import { createActor, fromPromise, type PromiseActorLogic, toPromise } from 'xstate';

/** A request whose code comes with the first use of it. Leaving the state that invoked it ends it as ever. */
export const soon = <Output, Input>(
  fetchLogic: () => Promise<PromiseActorLogic<Output, Input>>,
): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(async ({ input, signal }) => {
    const request = createActor(await fetchLogic(), { input });
    signal.addEventListener('abort', () => request.stop());
    const answer = toPromise(request);
    request.start();
    return answer;
  });
