import { groupByKeys } from '../platform/group-by.ts';
import { type Exchange, money, priceOf } from './money.ts';
import { byText, byTime, isNamedByOrder, type RawEvent, REFUND } from './raw-events.ts';
import { joinReporters } from './refund-parts.ts';
import type { ReportNames } from './report-names.ts';
import { amountOf, payoutOf, undoes } from './reported-amounts.ts';
import { DEDUP_WINDOW } from './windows.ts';

/** One side of one conversion: every event of that side that reports it. */
export type SideReport = {
  head: RawEvent;
  /** By time, the head first. */
  events: RawEvent[];
  status: string;
  /** The report whose value and currency count. */
  amount: RawEvent;
  /** The report whose payout counts. */
  payout: RawEvent | null;
};

const SECOND = 1_000;

/** Splits the events of one name and side into conversions. */
export function sideReportsOf(
  events: readonly RawEvent[],
  { nameOf }: Pick<ReportNames, 'nameOf'>,
  exchange: Exchange,
): SideReport[] {
  const byReport = groupByKeys([...events].sort(byWord), (event) => [
    isPart(event)
      ? JSON.stringify([nameOf(event), event.is_payout, priceOf(event)])
      : nameOf(event),
  ]);
  const halves = [...byReport.values()].flatMap(halvesOf);
  const parts = joinReporters(halves.filter(isOfParts), { nameOf, sumOf: priceOf });
  return [
    ...halves.filter((half) => !isOfParts(half)),
    ...parts.map((part) => [...part].sort(byWord)),
  ].map((half) => sideReport(half, exchange));
}

/** An order can be refunded in parts: its order id does not identify a refund, its other ids do. */
const isPart = (event: RawEvent): boolean => event.name === REFUND && isNamedByOrder(event);

const isOfParts = ([first]: readonly RawEvent[]): boolean => first !== undefined && isPart(first);

function halvesOf(events: readonly RawEvent[]): RawEvent[][] {
  const halves: RawEvent[][] = [];
  for (const event of events) {
    const half = halfOf(event, halves);
    if (half) half.push(event);
    else halves.push([event]);
  }
  return halves;
}

/** An order id identifies its order for good; every other key does so for 48 hours. */
function halfOf(event: RawEvent, halves: readonly RawEvent[][]): RawEvent[] | undefined {
  const order = isOrder(event) ? halves.find((half) => half.some(isOrder)) : undefined;
  const latest = halves.at(-1);
  return order ?? (latest && belongs(event, latest) ? latest : undefined);
}

const isOrder = (event: RawEvent): boolean => event.name !== REFUND && isNamedByOrder(event);

/** Networks confirm or reject an order weeks later under the same key; such an event is no second order. */
function belongs(event: RawEvent, half: readonly RawEvent[]): boolean {
  const [head] = half;
  const last = half.at(-1);
  if (!head || !last) return false;
  const status = statusOf(event);
  if (undoes(event) || (statusOf(last) === 'pending' && status !== 'pending')) return true;
  return event.time - head.time <= DEDUP_WINDOW && !(isPart(event) && isAnotherPart(event, half));
}

/** Equal parts that happened at different times are different ones; a report without a time only repeats one. */
function isAnotherPart(event: RawEvent, half: readonly RawEvent[]): boolean {
  const times = half.filter(hasOwnTime).map(({ time }) => time);
  return hasOwnTime(event) && times.length > 0 && !times.some((time) => isSame(time, event.time));
}

/** An event without a time is stored with that of its arrival, an update of a postback a few ms after it. */
const hasOwnTime = ({ time, ingested }: RawEvent): boolean => !isSame(time, ingested);

/** Files tell whole seconds. */
const isSame = (a: number, b: number): boolean => Math.abs(a - b) < SECOND;

/** The events come in the order in which they apply. The head does not depend on which was ingested first. */
function sideReport(events: readonly RawEvent[], exchange: Exchange): SideReport {
  const inTime = [...events].sort(byTime);
  const [head] = inTime;
  const last = events.at(-1);
  if (!head || !last) throw new Error('A conversion needs a report.');
  const amount = amountOf(events, head, exchange);
  const payout = payoutOf(events, head, amount, exchange);
  return { head, events: inTime, status: statusOf(last), amount, payout };
}

/**
 * Sorts reports by the order in which they apply. Those of one request or file arrive at one time and may tell one
 * time: then an order is first pending, then approved, at last undone, and has no amount before it has one.
 */
function byWord(a: RawEvent, b: RawEvent): number {
  return (
    a.time - b.time ||
    a.ingested - b.ingested ||
    rankOf(a) - rankOf(b) ||
    Number(hasValue(a)) - Number(hasValue(b)) ||
    byText(a.uid, b.uid)
  );
}

function rankOf(event: RawEvent): number {
  if (undoes(event)) return 2;
  return statusOf(event) === 'pending' ? 0 : 1;
}

const hasValue = ({ value }: RawEvent): boolean => !money(value).isZero();

function statusOf(event: RawEvent): string {
  return event.status || 'approved';
}
