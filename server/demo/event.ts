import type { CostEvent, TrackedEvent } from '#contract/collect/events.ts';

/**
 * An event as the shop's server reports it, in milliseconds. It has a delivery id of its own, so sending it twice
 * changes nothing.
 */
export type DemoEvent = Partial<Omit<TrackedEvent, 'event_name'>> & {
  event_name: string;
  event_time: number;
  delivery_id: string;
  /** Of an exposure: the short name of the test, and the variant. */
  shown?: { test: string; variant: string };
};

export type DemoCost = Partial<CostEvent> & {
  event_name: 'cost';
  event_time: number;
  delivery_id: string;
  date: string;
  spend: string;
};
