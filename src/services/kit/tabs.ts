import { type AnyEventObject, fromCallback } from 'xstate';

type Report = { type: 'session.ended' } | { type: 'session.changed'; token: string | null };
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;
type Options = {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** Null where the browser has no channels. */
  channel: Channel | null;
  /** Whom this browser remembers now. */
  remembered: () => string | null;
};

/**
 * Signing out in one tab signs out the others, and signing in takes them along. A channel never hears itself, so
 * both ends share one; what another tab stored is told by the browser once it can be read here.
 *
 * A page that comes back from the browser's back/forward cache slept through all that and looks for itself,
 * before anything of it is painted.
 */
export function createTabs({ window, channel, remembered }: Options) {
  return {
    tell: () => channel?.postMessage('session.ended'),
    listen: fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
      const look = () => sendBack({ type: 'session.changed', token: remembered() });
      const hear = ({ data }: Event & { data?: unknown }) => {
        if (data === 'session.ended') sendBack({ type: 'session.ended' });
      };
      const notice = ({ key }: StorageEvent) => {
        if (key === null || key.endsWith('.token')) look();
      };
      const wake = ({ persisted }: PageTransitionEvent) => {
        if (persisted) look();
      };
      channel?.addEventListener('message', hear);
      window.addEventListener('storage', notice);
      window.addEventListener('pageshow', wake);
      return () => {
        channel?.removeEventListener('message', hear);
        window.removeEventListener('storage', notice);
        window.removeEventListener('pageshow', wake);
      };
    }),
  };
}
