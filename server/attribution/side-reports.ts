import { groupByKeys } from '../platform/group-by.ts';
import { money } from './money.ts';
import { byArrival, byTime, isNamedByOrder, type RawEvent, REFUND } from './raw-events.ts';
import type { ReportNames } from './report-names.ts';
import { DEDUP_WINDOW } from './windows.ts';

/** One side of one conversion: every event of that side that reports it. */
export type SideReport = {
  head: RawEvent;
  /** By time, the head first. */
  events: RawEvent[];
  status: string;
  /** The last report that names an amount: its value and currency count. */
  amount: RawEvent;
  /** The last report that names a payout, because networks correct payouts. */
  payout: RawEvent | null;
};

const UNDOING = new Set(['rejected', 'reversed']);

/** Splits the events of one name and side into conversions. */
export function sideReportsOf(
  events: readonly RawEvent[],
  { nameOf }: Pick<ReportNames, 'nameOf'>,
): SideReport[] {
  const byReport = groupByKeys([...events].sort(byArrival), (event) => [
    isPart(event) ? JSON.stringify([nameOf(event), amountOf(event)]) : nameOf(event),
  ]);
  return [...byReport.values()].flatMap(halvesOf);
}

/** An order can be refunded in parts: its order id does not identify a refund, its other ids do. */
const isPart = (event: RawEvent): boolean => event.name === REFUND && isNamedByOrder(event);

const amountOf = ({ currency, value }: RawEvent): string => `${currency} ${money(value).toFixed()}`;

function halvesOf(events: readonly RawEvent[]): SideReport[] {
  const halves: RawEvent[][] = [];
  for (const event of events) {
    const half = halfOf(event, halves);
    if (half) half.push(event);
    else halves.push([event]);
  }
  return halves.map(sideReport);
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
  if (UNDOING.has(status) || (statusOf(last) === 'pending' && status !== 'pending')) return true;
  return event.time - head.time <= DEDUP_WINDOW && !(isPart(event) && isAnotherPart(event, half));
}

/** Equal parts that happened at different times are different ones; a report without a time only repeats one. */
function isAnotherPart(event: RawEvent, half: readonly RawEvent[]): boolean {
  const times = half.filter(hasOwnTime).map(({ time }) => time);
  return hasOwnTime(event) && times.length > 0 && !times.includes(event.time);
}

/** An event without a time is stored with that of its arrival. */
const hasOwnTime = ({ time, ingested }: RawEvent): boolean => time !== ingested;

/** The events come in the order in which they apply. The head does not depend on which was ingested first. */
function sideReport(events: readonly RawEvent[]): SideReport {
  const inTime = [...events].sort(byTime);
  const [head] = inTime;
  const last = events.at(-1);
  if (!head || !last) throw new Error('A conversion needs a report.');
  const amount = events.findLast(namesAmount) ?? head;
  const payout = events.findLast(namesPayout) ?? events.findLast(hasPayout) ?? null;
  return { head, events: inTime, status: statusOf(last), amount, payout };
}

/** Only a purchase must have a value; elsewhere, and where an order is undone, 0 says nothing about the amount. */
function namesAmount(event: RawEvent): boolean {
  if (!money(event.value).isZero()) return true;
  if (UNDOING.has(statusOf(event))) return false;
  return event.name === 'purchase' || event.name === REFUND || event.payout !== null;
}

const hasPayout = ({ payout }: RawEvent): boolean => payout !== null;

const namesPayout = (event: RawEvent): boolean =>
  event.payout !== null && !(UNDOING.has(statusOf(event)) && money(event.payout).isZero());

function statusOf(event: RawEvent): string {
  return event.status || 'approved';
}
