import type { Delivery } from './accept-events.ts';

const HOUR = 3_600_000;

/** An event sent as history that is over an hour old is not shown in the live stream. */
export const asHistory =
  (now: Date) =>
  ({ deliveryId, accepted }: Delivery): Delivery => {
    const isOld =
      accepted.kind === 'event' && Date.parse(accepted.event.event_time) < now.getTime() - HOUR;
    return { deliveryId, accepted: isOld ? { ...accepted, isHistory: true } : accepted };
  };
