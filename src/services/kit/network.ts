import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Reachability } from './reachability.ts';
import { whenVisible } from './visibility.ts';

type Report = { type: 'network.lost' } | { type: 'network.returned' };
type ServerReport =
  | { type: 'server.missed' }
  | { type: 'server.answered' }
  | { type: 'server.returned' };

/** Reports when the browser goes offline and online; at the start only if it is offline. */
export const watchNetwork = (window: Window) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    const reportLost = () => sendBack({ type: 'network.lost' });
    const regain = () => sendBack({ type: 'network.returned' });
    window.addEventListener('offline', reportLost);
    window.addEventListener('online', regain);
    if (!window.navigator.onLine) reportLost();
    return () => {
      window.removeEventListener('offline', reportLost);
      window.removeEventListener('online', regain);
    };
  });

/** Reports for every call whether the server answered it. */
export const watchServer = (reach: Reachability) =>
  fromCallback<AnyEventObject, undefined, ServerReport>(({ sendBack }) =>
    reach.listen((news) => sendBack({ type: `server.${news}` })),
  );

/** Checks whether the server is up, as soon as the page is visible. */
export const pingServer = (window: Window, reach: Reachability, baseUrl: string) =>
  fromPromise<void, void>(async ({ signal }) => {
    await whenVisible(window)(signal);
    await reach.ping(`${baseUrl}/readyz`, signal);
  });

/**
 * Reports when data may have to be read again. A server that is back does not invalidate data that was loaded, so it
 * only retries what failed.
 */
export const watchReconnect = (window: Window, reach: Reachability) =>
  fromCallback<AnyEventObject, undefined, { type: 'network.returned' } | { type: 'retry' }>(
    ({ sendBack }) => {
      const regain = () => sendBack({ type: 'network.returned' });
      window.addEventListener('online', regain);
      const stopListening = reach.listen((news) => {
        if (news === 'returned') sendBack({ type: 'retry' });
      });
      return () => {
        window.removeEventListener('online', regain);
        stopListening();
      };
    },
  );
