import { createBrowserInspector } from '@statelyai/inspect';
import type { AnyActorRef } from 'xstate';
import { maskOf } from './mask.ts';

/**
 * Shows the running machines in the Stately inspector, in a window of its own. Browsers block windows that no user
 * action opens, so it opens with the first click or key.
 */
export function connect(root: AnyActorRef): void {
  const { inspect, start } = createBrowserInspector({
    autoStart: false,
    sanitizeEvent: (event) => ({ ...(maskOf(event) as object), type: event.type }),
    sanitizeContext: (context) => maskOf(context) as typeof context,
  });
  root.system.inspect(inspect);
  inspect.next?.({ type: '@xstate.actor', actorRef: root, rootId: root.sessionId });
  const once = { once: true, capture: true };
  window.addEventListener('click', start, once);
}
