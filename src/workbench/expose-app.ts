import type { AnyActorRef } from 'xstate';
import { logTo } from './actor-log.ts';
import { writeStates } from './attributes.ts';
import { broadcast } from './broadcast.ts';
import { channelName } from './channel.ts';
import { type Handle, handleOf } from './handle.ts';

declare global {
  interface Window {
    /** Only in builds with `VITE_QA=1`. */
    __clickledger?: Handle;
  }
}

/**
 * Exposes the app to external tools: the handle and the attribute in QA builds, and in workbench mode the channel to
 * its page.
 */
export function attach(root: AnyActorRef): void {
  window.__clickledger = handleOf(root);
  writeStates(root, document.documentElement);
  const asked = new URLSearchParams(window.location.search);
  if (asked.has('actor-log')) logTo(console, root);
  if (import.meta.env.MODE !== 'workbench') return;
  const { stop } = broadcast(root, {
    channel: new BroadcastChannel(channelName),
    app: crypto.randomUUID(),
    page: () => window.location.pathname,
    now: Date.now,
    settle: (then) => setTimeout(then),
  });
  window.addEventListener('pagehide', stop);
  if (asked.has('inspector')) void import('./stately.ts').then(({ connect }) => connect(root));
}
