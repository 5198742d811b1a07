import type { Refusal } from '#contract/collect/answer.ts';
import {
  type CostEvent,
  type ReadEvent,
  readEvent,
  refusedEvent,
  type TrackedEvent,
} from '#contract/collect/events.ts';
import { addDays, dayAt } from '#contract/period.ts';
import type { InboxItem } from '../database/payloads/inbox-item.ts';
import { type DeliveryId, deliveryIdOf, type Occurrences } from '../pipeline/delivery-id.ts';
import type { CollectProject } from './collect-project.ts';
import { costOf, type RateOf } from './cost-row.ts';
import { eventRowOf, sideOf } from './event-row.ts';

const DAY = 86_400_000;
const furthestBack = 7 * DAY;
const furthestAhead = 10 * 60_000;
const beginning = Date.UTC(2000, 0, 1);

export type Delivery = { deliveryId: DeliveryId; accepted: InboxItem };

export type Arrival = {
  project: CollectProject;
  /** The server's clock, by which the sender's time is judged. */
  at: Date;
  /** Accepts events older than a week. */
  backfill: boolean;
  rateOf: RateOf;
  /** Whose ids the order ids are, where events do not name their network. */
  orderScope?: string;
  /** Whether the values are only what a network pays. */
  isPayout?: boolean;
  /** Whether the events are clicks of tracking links. */
  isOfLink?: boolean;
  /** Parses one event; by default as an event of a server. */
  read?: (event: unknown) => ReadEvent;
};

/** Decides about each event of a request on its own: kept or refused. Depends on its arguments alone. */
export function acceptEvents(
  events: readonly unknown[],
  arrival: Arrival,
): { deliveries: Delivery[]; refusals: Refusal[] } {
  const occurrences: Occurrences = new Map();
  const turns = new Map<string, number>();
  const deliveries: Delivery[] = [];
  const refusals: Refusal[] = [];
  for (const [index, raw] of events.entries()) {
    const read = judge((arrival.read ?? readEvent)(raw), arrival);
    if (read.kind === 'refused') refusals.push({ index, ...read.refusal });
    else deliveries.push(deliver(raw as object, read, arrival, { occurrences, turns }));
  }
  return { deliveries, refusals };
}

/** The currencies of a request, so that their rates can be read before the events are judged. */
export function currenciesIn(events: readonly unknown[]): Set<string> {
  const found = new Set<string>();
  for (const event of events) {
    if (
      typeof event !== 'object' ||
      event === null ||
      !('spend' in event) ||
      !('currency' in event)
    )
      continue;
    if (typeof event.currency === 'string') found.add(event.currency.trim().toUpperCase());
  }
  return found;
}

function deliver(
  raw: object,
  read: Exclude<ReadEvent, { kind: 'refused' }>,
  arrival: Arrival,
  { occurrences, turns }: { occurrences: Occurrences; turns: Map<string, number> },
): Delivery {
  const { project, at, rateOf } = arrival;
  if (read.kind === 'cost') {
    const { event } = read;
    const deliveryId = deliveryIdOf(
      raw,
      { ...event, side: 'server', isOnce: false, isMoney: true },
      occurrences,
    );
    const cost = costOf(event, costDayOf(event, arrival), project, at, rateOf);
    return { deliveryId, accepted: { kind: 'cost', ...cost } };
  }
  const { event } = read;
  const deliveryId = deliveryIdOf(
    raw,
    {
      ...event,
      side: sideOf(event),
      isOnce: event.event_time !== undefined,
      isMoney: event.event_name === project.primaryEvent || event.event_name === 'refund',
    },
    occurrences,
  );
  const event_time = event.event_time ?? at.getTime() + turnOf(event, turns);
  const timed = { ...event, event_time };
  return { deliveryId, accepted: { kind: 'event', ...eventRowOf(timed, deliveryId, arrival) } };
}

/**
 * The place of an event among those of its request that report the same order or event without a time. Each gets a
 * time one millisecond after the one before it, so that the last one counts. Refunds with nothing but an order id are
 * parts of the order, and all of them count.
 */
function turnOf(event: TrackedEvent, turns: Map<string, number>): number {
  const { event_name, event_id, order_id, order_network } = event;
  if (event_id === undefined && (order_id === undefined || event_name === 'refund')) return 0;
  const subject = JSON.stringify([event_name, sideOf(event), event_id ?? order_id, order_network]);
  const turn = turns.get(subject) ?? 0;
  turns.set(subject, turn + 1);
  return turn;
}

/** Rules that concern several fields together. */
function judge(read: ReadEvent, arrival: Arrival): ReadEvent {
  if (read.kind === 'refused') return read;
  return (
    (read.kind === 'cost' ? costFault(read.event, arrival) : trackedFault(read.event, arrival)) ??
    read
  );
}

function trackedFault(event: TrackedEvent, { at, backfill }: Arrival): ReadEvent | null {
  if (event.side && event.source && event.side !== event.source)
    return refusedEvent('side', 'invalid', 'must be the same as source');
  if (
    (event.event_name === 'purchase' || event.event_name === 'refund') &&
    event.value === undefined
  )
    return refusedEvent('value', 'missing', `is missing: a ${event.event_name} needs one`);
  if (event.event_name !== 'refund' && event.value?.startsWith('-') && Number(event.value) < 0)
    return refusedEvent('value', 'invalid', 'must not be negative: send a refund instead');
  if (event.event_name !== 'refund' && event.payout?.startsWith('-') && Number(event.payout) < 0)
    return refusedEvent('payout', 'invalid', 'must not be negative');
  return event.event_time === undefined ? null : timeFault(event.event_time, at, backfill);
}

function timeFault(time: number, at: Date, backfill: boolean): ReadEvent | null {
  if (time > at.getTime() + furthestAhead)
    return refusedEvent('event_time', 'too_late', 'lies more than 10 minutes ahead of now');
  if (time < beginning) return refusedEvent('event_time', 'too_early', 'lies before the year 2000');
  if (!backfill && time < at.getTime() - furthestBack)
    return refusedEvent(
      'event_time',
      'too_early',
      'lies more than 7 days back: send it with backfill=1',
    );
  return null;
}

/** Costs are identified by ids; two costs with nothing but names would replace each other. */
const named = ['campaign', 'adset', 'ad'] as const;

function costFault(event: CostEvent, arrival: Arrival): ReadEvent | null {
  const nameless = named.find((one) => event[`${one}_name`] && !event[`${one}_id`]);
  if (nameless)
    return refusedEvent(
      `${nameless}_id`,
      'missing',
      'is missing: a cost that names it needs its id, or the name in its place',
    );
  if (event.date === undefined) {
    if (event.event_time === undefined)
      return refusedEvent('date', 'missing', 'is missing: a cost needs its day');
    return timeFault(event.event_time, arrival.at, arrival.backfill);
  }
  const today = dayAt(arrival.at, arrival.project.timezone);
  if (event.date > today)
    return refusedEvent('date', 'too_late', 'lies after today in the project’s time zone');
  if (event.date < '2000-01-01')
    return refusedEvent('date', 'too_early', 'lies before the year 2000');
  if (!arrival.backfill && event.date < addDays(today, -7))
    return refusedEvent('date', 'too_early', 'lies more than 7 days back: send it with backfill=1');
  return null;
}

const costDayOf = (event: CostEvent, { at, project }: Arrival): string =>
  event.date ??
  dayAt(event.event_time === undefined ? at : new Date(event.event_time), project.timezone);
