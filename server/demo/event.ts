import type { CostEvent, TrackedEvent } from '#contract/collect/events.ts';

/**
 * An event as the shop's server reports it, in milliseconds. Sending it twice changes nothing: its delivery id is its
 * own.
 */
export type DemoEvent = Partial<Omit<TrackedEvent, 'event_name'>> & {
  event_name: string;
  event_time: number;
  delivery_id: string;
};

export type DemoCost = Partial<CostEvent> & {
  event_name: 'cost';
  event_time: number;
  delivery_id: string;
  date: string;
  spend: string;
};
