import type { OfferPins, TestPins } from '../warehouse/rows.ts';
import type { Delivery } from './accept-events.ts';

/** An event with what an offer decided about its click, or which variant of a test it showed. */
export function withPins(delivery: Delivery, pins: OfferPins | TestPins): Delivery {
  const { accepted } = delivery;
  if (accepted.kind === 'cost') return delivery;
  return { ...delivery, accepted: { ...accepted, event: { ...accepted.event, ...pins } } };
}
