import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Answer } from './paths.ts';

/** A request that waits until the test answers it. Only the latest one counts, as in the charts. */
export function scriptedRequest<Output, Input>() {
  const calls: Input[] = [];
  let settle: ((answer: Answer<Output>) => void) | undefined;
  const logic: PromiseActorLogic<Output, Input> = fromPromise<Output, Input>(
    ({ input }) =>
      new Promise((resolve, reject) => {
        calls.push(input);
        settle = (answer) => ('error' in answer ? reject(answer.error) : resolve(answer.output));
      }),
  );
  return {
    logic,
    /** The inputs so far, one per request. */
    calls,
    answer(answer: Answer<Output>) {
      if (!settle) throw new Error('Nothing was asked yet.');
      settle(answer);
    },
  };
}
