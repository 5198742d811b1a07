import { type AnyEventObject, fromCallback } from 'xstate';

type Report = { type: 'session.ended' } | { type: 'session.changed'; token: string | null };
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;
type Options = {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** Null when the browser has no `BroadcastChannel`. */
  channel: Channel | null;
  /** The stored token. */
  storedToken: () => string | null;
};

/**
 * Signs all tabs in and out together. Sign-outs travel over a channel that does not echo to its sender; sign-ins are
 * seen as storage events of the token.
 *
 * A page restored from the back/forward cache missed those events, so it reads the token before it is painted.
 */
export function createTabs({ window, channel, storedToken: remembered }: Options) {
  return {
    announceSignOut: () => channel?.postMessage('session.ended'),
    listen: fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
      const reportToken = () => sendBack({ type: 'session.changed', token: remembered() });
      const onMessage = ({ data }: Event & { data?: unknown }) => {
        if (data === 'session.ended') sendBack({ type: 'session.ended' });
      };
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key.endsWith('.token')) reportToken();
      };
      const onPageShow = ({ persisted }: PageTransitionEvent) => {
        if (persisted) reportToken();
      };
      channel?.addEventListener('message', onMessage);
      window.addEventListener('storage', onStorage);
      window.addEventListener('pageshow', onPageShow);
      return () => {
        channel?.removeEventListener('message', onMessage);
        window.removeEventListener('storage', onStorage);
        window.removeEventListener('pageshow', onPageShow);
      };
    }),
  };
}
