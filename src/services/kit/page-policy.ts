import { fromPromise, type PromiseActorLogic } from 'xstate';

/**
 * Runs a request only on a page that was loaded with its own content security policy. A page reached by client-side
 * navigation still has the policy of the first page, so it is reloaded first.
 */
export function withPagePolicy<Output, Input>(
  window: Window,
  request: PromiseActorLogic<Output, Input>,
): PromiseActorLogic<Output, Input> {
  const [loaded] = window.performance.getEntriesByType('navigation');
  if (!loaded || pathIn(loaded.name) === pathIn(window.location.href)) return request;
  return fromPromise<Output, Input>(() => {
    window.location.reload();
    return new Promise(() => {});
  });
}

const pathIn = (address: string): string => new URL(address).pathname.replace(/\/+$/, '');
