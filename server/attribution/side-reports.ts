import { grouped } from '../platform/group-by.ts';
import { money } from './money.ts';
import { asTold, byTime, type RawEvent, REFUND } from './raw-events.ts';

const HOUR = 3_600_000;
export const DEDUP_WINDOW = 48 * HOUR;

/** One side of one conversion: every event of that side that reports it. */
export type Half = {
  head: RawEvent;
  /** By time, the head first. */
  events: RawEvent[];
  status: string;
};

const UNDOING = new Set(['rejected', 'reversed']);

/** Splits events of one name and one side into conversions, by what they report and 48 hours from the earliest. */
export function halvesOf(events: readonly RawEvent[]): Half[] {
  const byReport = grouped([...events].sort(asTold), (event) => [reportedBy(event)]);
  return [...byReport.values()].flatMap(halvesOfKey);
}

/** Orders are given back in parts: an order's id names none of its refunds, what one gives back does. */
const reportedBy = ({ name, key, order_id, currency, value }: RawEvent): string =>
  JSON.stringify(
    name === REFUND && key === order_id ? [key, currency, money(value).toFixed()] : [key],
  );

function halvesOfKey(told: readonly RawEvent[]): Half[] {
  const halves: Half[] = [];
  for (const event of told) {
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

/** Which of those at one time leads does not depend on which was taken in first. */
function headFirst(half: Half): Half {
  const events = half.events.sort(byTime);
  return { ...half, head: events[0] ?? half.head, events };
}

/** Networks confirm or undo an order weeks later under the same key: such news is no second order. */
function belongs(event: RawEvent, half: Half): boolean {
  if (event.time - half.head.time <= DEDUP_WINDOW) return true;
  const status = statusOf(event);
  return UNDOING.has(status) || (half.status === 'pending' && status !== 'pending');
}

function statusOf(event: RawEvent): string {
  return event.status || 'approved';
}
