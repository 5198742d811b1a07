import { type Arrival, acceptEvents } from '#server/collect/accept-events.ts';
import type { EventRow } from '#server/warehouse/rows.ts';

export const noon = new Date('2026-11-20T12:00:00.000Z');

const arrival = (change: Partial<Arrival> = {}): Arrival => ({
  project: { id: 7, timezone: 'America/New_York', currency: 'USD', primaryEvent: 'purchase' },
  at: noon,
  backfill: false,
  rateOf: () => null,
  ...change,
});

export const accept = (events: readonly unknown[], change: Partial<Arrival> = {}) =>
  acceptEvents(events, arrival(change));

/** The stored row of one event that must be accepted. */
export function rowOf(event: object, change: Partial<Arrival> = {}): EventRow {
  const { deliveries, refusals } = accept([event], change);
  const [delivery] = deliveries;
  if (delivery?.accepted.kind !== 'event') throw new Error(JSON.stringify(refusals));
  return delivery.accepted.event;
}
