import { type Exchange, money } from './money.ts';
import { type RawEvent, REFUND } from './raw-events.ts';

const UNDOING = new Set(['rejected', 'reversed']);

export const undoes = ({ status }: RawEvent): boolean => UNDOING.has(status);

/**
 * The report whose value and currency count: the last one with a value from the reporter of the head, else from another
 * reporter. If no report has a value, it is the last one with a network's payout. A report whose currency has a rate on
 * the head's day is preferred.
 */
export function amountOf(
  reports: readonly RawEvent[],
  head: RawEvent,
  exchange: Exchange,
): RawEvent {
  const named = reports.filter(namesAmount).reverse();
  const isOwn = ({ scope }: RawEvent) => scope === head.scope;
  const isValue = ({ is_payout }: RawEvent) => is_payout === 0;
  const values = named.filter(isValue);
  const told = values.length > 0 ? values : named;
  const inTurn = [...told.filter(isOwn), ...told.filter((event) => !isOwn(event))];
  return inTurn.find(hasRateOn(head, exchange)) ?? inTurn[0] ?? head;
}

/** The last report that names a payout, because networks correct payouts; those with a rate come first. */
export function payoutOf(
  reports: readonly RawEvent[],
  head: RawEvent,
  amount: RawEvent,
  exchange: Exchange,
): RawEvent | null {
  const told = reports.map(amount.is_payout === 1 ? asTold : withItsPayout).filter(hasPayout);
  const named = told.filter((event) => !(undoes(event) && money(event.payout ?? '0').isZero()));
  const inTurn = named.length > 0 ? named : told;
  return inTurn.findLast(hasRateOn(head, exchange)) ?? inTurn.at(-1) ?? null;
}

/** Amounts are exchanged on the day of the conversion, however late they are named. */
const hasRateOn =
  ({ time }: RawEvent, exchange: Exchange) =>
  (event: RawEvent): boolean =>
    exchange({ ...event, time }) !== null;

const asTold = (event: RawEvent): RawEvent => event;

const withItsPayout = (event: RawEvent): RawEvent =>
  event.is_payout === 1 ? { ...event, payout: event.value } : event;

const hasPayout = ({ payout }: RawEvent): boolean => payout !== null;

/**
 * Only a server's purchase must have a value; elsewhere, and where an order is undone, 0 says nothing about the amount.
 */
function namesAmount(event: RawEvent): boolean {
  if (!money(event.value).isZero()) return true;
  if (undoes(event) || event.side === 'browser') return false;
  return event.name === 'purchase' || event.name === REFUND || event.payout !== null;
}
