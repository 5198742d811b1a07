import { groupByKeys } from '../platform/group-by.ts';
import { money } from './money.ts';
import { byArrival, byTime, type RawEvent, REFUND } from './raw-events.ts';

const HOUR = 3_600_000;
export const DEDUP_WINDOW = 48 * HOUR;

/** One side of one conversion: every event of that side that reports it. */
export type SideReport = {
  head: RawEvent;
  /** By time, the head first. */
  events: RawEvent[];
  status: string;
};

const UNDOING = new Set(['rejected', 'reversed']);

/** Splits the events of one name and side into conversions, by key and within 48 hours of the earliest. */
export function sideReportsOf(events: readonly RawEvent[]): SideReport[] {
  const byReport = groupByKeys([...events].sort(byArrival), (event) => [reportedBy(event)]);
  return [...byReport.values()].flatMap(halvesOfKey);
}

/** An order can be refunded in parts: its order id does not identify a refund, its other ids do. */
const reportedBy = ({ name, key, order_id, currency, value }: RawEvent): string =>
  JSON.stringify(
    name === REFUND && key === order_id ? [key, currency, money(value).toFixed()] : [key],
  );

function halvesOfKey(events: readonly RawEvent[]): SideReport[] {
  const halves: SideReport[] = [];
  for (const event of events) {
    const current = halves.at(-1);
    if (current && belongs(event, current)) {
      current.events.push(event);
      current.status = statusOf(event);
    } else {
      halves.push({ head: event, events: [event], status: statusOf(event) });
    }
  }
  return halves.map(headFirst);
}

/** Of events at one time the head does not depend on which was ingested first. */
function headFirst(half: SideReport): SideReport {
  const events = half.events.sort(byTime);
  return { ...half, head: events[0] ?? half.head, events };
}

/** Networks confirm or reject an order weeks later under the same key; such an event is no second order. */
function belongs(event: RawEvent, half: SideReport): boolean {
  if (event.time - half.head.time <= DEDUP_WINDOW) return true;
  const status = statusOf(event);
  return UNDOING.has(status) || (half.status === 'pending' && status !== 'pending');
}

function statusOf(event: RawEvent): string {
  return event.status || 'approved';
}
