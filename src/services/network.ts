import { type AnyEventObject, fromCallback } from 'xstate';
import type { Reach } from './reach.ts';

type Report = { type: 'network.lost' } | { type: 'network.returned' };

/** Reports when the browser loses its network and when it has one again; once at the start if there is none. */
export const watchNetwork = (window: Window) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    const lose = () => sendBack({ type: 'network.lost' });
    const regain = () => sendBack({ type: 'network.returned' });
    window.addEventListener('offline', lose);
    window.addEventListener('online', regain);
    if (!window.navigator.onLine) lose();
    return () => {
      window.removeEventListener('offline', lose);
      window.removeEventListener('online', regain);
    };
  });

/**
 * For whoever only has something to catch up with. A server that is there again says nothing about what is under way
 * or was answered: it is a reason to ask once more for what failed, as if somebody had pressed Retry.
 */
export const watchReturn = (window: Window, reach: Reach) =>
  fromCallback<AnyEventObject, undefined, { type: 'network.returned' } | { type: 'retry' }>(
    ({ sendBack }) => {
      const regain = () => sendBack({ type: 'network.returned' });
      window.addEventListener('online', regain);
      const forget = reach.onReturn(() => sendBack({ type: 'retry' }));
      return () => {
        window.removeEventListener('online', regain);
        forget();
      };
    },
  );
