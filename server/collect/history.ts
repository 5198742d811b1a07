import type { Delivery } from './accept.ts';

const HOUR = 3_600_000;

/** What is sent as history and happened over an hour ago is no news to whoever watches what comes in. */
export const asHistory =
  (now: Date) =>
  ({ deliveryId, accepted }: Delivery): Delivery => {
    const isOld =
      accepted.kind === 'event' && Date.parse(accepted.event.event_time) < now.getTime() - HOUR;
    return { deliveryId, accepted: isOld ? { ...accepted, isHistory: true } : accepted };
  };
