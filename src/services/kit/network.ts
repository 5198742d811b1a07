import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Reachability } from './reachability.ts';
import { untilSeen } from './visibility.ts';

type Report = { type: 'network.lost' } | { type: 'network.returned' };
type Reached =
  | { type: 'server.missed' }
  | { type: 'server.answered' }
  | { type: 'server.returned' };

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

/** Reports of every call whether the server answered it. */
export const watchServer = (reach: Reachability) =>
  fromCallback<AnyEventObject, undefined, Reached>(({ sendBack }) =>
    reach.listen((news) => sendBack({ type: `server.${news}` })),
  );

/** Asks whether the server is there, as soon as somebody looks. */
export const askServer = (window: Window, reach: Reachability, baseUrl: string) =>
  fromPromise<void, void>(async ({ signal }) => {
    await untilSeen(window)(signal);
    await reach.ask(`${baseUrl}/readyz`, signal);
  });

/**
 * For whoever only has something to catch up with. A server that is there again says nothing about what is under way
 * or was answered: it is a reason to ask once more for what failed, as if somebody had pressed Retry.
 */
export const watchReturn = (window: Window, reach: Reachability) =>
  fromCallback<AnyEventObject, undefined, { type: 'network.returned' } | { type: 'retry' }>(
    ({ sendBack }) => {
      const regain = () => sendBack({ type: 'network.returned' });
      window.addEventListener('online', regain);
      const forget = reach.listen((news) => {
        if (news === 'returned') sendBack({ type: 'retry' });
      });
      return () => {
        window.removeEventListener('online', regain);
        forget();
      };
    },
  );
