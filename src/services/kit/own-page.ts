import { fromPromise, type PromiseActorLogic } from 'xstate';

/**
 * A request of a page whose policy is its own. A page keeps the policy that it was loaded with, so that one which was
 * walked to comes from the server anew first.
 */
export function onOwnPage<Output, Input>(
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
