import { type AnyEventObject, fromCallback } from 'xstate';

type Report = { type: 'session.ended' };
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** Signing out in one tab signs out the others. A channel never hears itself, so both ends share one. */
export function createTabs(channel: Channel | null) {
  return {
    tell: () => channel?.postMessage('session.ended'),
    listen: fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
      const hear = ({ data }: Event & { data?: unknown }) => {
        if (data === 'session.ended') sendBack({ type: 'session.ended' });
      };
      channel?.addEventListener('message', hear);
      return () => channel?.removeEventListener('message', hear);
    }),
  };
}
