import { type AnyEventObject, fromCallback } from 'xstate';

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

/** The same for whoever only has something to catch up with. */
export const watchReturn = (window: Window) =>
  fromCallback<AnyEventObject, undefined, { type: 'network.returned' }>(({ sendBack }) => {
    const regain = () => sendBack({ type: 'network.returned' });
    window.addEventListener('online', regain);
    return () => window.removeEventListener('online', regain);
  });
