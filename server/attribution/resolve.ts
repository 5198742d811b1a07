import type { Decimal } from 'decimal.js';
import {
  byDimension,
  byOwnColumn,
  claimDimensions,
  clickDimensions,
  placeDimensions,
  storedDimensions,
} from '#contract/analytics/dimensions.ts';
import { revenueBy } from '../offer-terms/terms-money.ts';
import { groupByKeys } from '../platform/group-by.ts';
import type { Origin, Place, Side } from '../warehouse/rows.ts';
import { conversionId, userKey } from './conversion-id.ts';
import type { Resolved, StoredTouch } from './conversion-row.ts';
import {
  type Credit,
  createTouchFinder,
  creditOf,
  type EarlierTouch,
  type FindTouches,
} from './credit.ts';
import { atMost, type Exchange, exchanged, exchangeOf, fixed, money } from './money.ts';
import {
  decidePayout,
  hasTiers,
  type OfferRule,
  payoutByTerms,
  type RuleOf,
  rulesOf,
} from './offer-payouts.ts';
import { type TermsAt, termsOf } from './payout-terms.ts';
import {
  byText,
  byTime,
  type ProjectFacts,
  type RawEvent,
  REFUND,
  type Terms,
  type Touch,
} from './raw-events.ts';
import { type ReportNames, reportNames } from './report-names.ts';
import { type Pair, pairsOf } from './side-pairs.ts';
import { type SideReport, sideReportsOf } from './side-reports.ts';
import { type DecisionsByEvent, decisionIn, type StoredDecision } from './stored-decisions.ts';

/** One conversion or refund with the click that earned it. */
type Conversion = Pair & {
  id: string;
  /** The leading side: the server's where there is one. */
  lead: SideReport;
  credit: Credit;
  /** The stored decision, which overrides the status of the events. */
  decided: Pick<StoredDecision, 'status' | 'at'>;
  /** The order that a refund gives back. */
  order: Conversion | null;
  /** What its offer decides; of a refund, what the one of its order does. */
  rule: OfferRule;
  /** For how many days it waits for approval. */
  holdDays: number;
};

type Known = {
  find: FindTouches;
  decided: DecisionsByEvent;
  names: ReportNames;
  exchange: Exchange;
  ruleOf: RuleOf;
};

type Sums = { exchange: Exchange; termsAt: TermsAt; facts: ProjectFacts };

const ZERO = money('0');

/** A row with the conversion whose place among others decides what it pays: of a refund its order. */
export type Part = { row: Resolved; order: string };

/**
 * Turns raw conversion and refund events into the rows of `conversions`, sorted by id and side, each as if it were the
 * first of its month and click. The events must be complete components: every event that shares a key, a person or an
 * order with one of them. The order of events and touches does not matter.
 */
export const resolveConversions = (
  facts: ProjectFacts,
  events: readonly RawEvent[],
  touches: readonly Touch[],
  decided: DecisionsByEvent = new Map(),
): Resolved[] => resolveParts(facts, events, touches, decided).map(({ row }) => row);

export function resolveParts(
  facts: ProjectFacts,
  events: readonly RawEvent[],
  touches: readonly Touch[],
  decided: DecisionsByEvent,
): Part[] {
  const names = reportNames(events, touches);
  const exchange = exchangeOf(facts);
  const find = createTouchFinder(touches);
  const known = { find, decided, names, exchange, ruleOf: rulesOf(facts) };
  const orders = conversionsOf(facts, named(events, facts.primary), () => null, known);
  const refunds = conversionsOf(facts, named(events, REFUND), finderOf(orders, names), known);
  const sums = { facts, exchange, termsAt: termsOf(facts) };
  return [...orders, ...refunds]
    .flatMap((conversion) => partsOf(conversion, sums))
    .sort(
      ({ row: a }, { row: b }) =>
        byText(a.conversion_id, b.conversion_id) || byText(a.side, b.side),
    );
}

function named(events: readonly RawEvent[], name: string): RawEvent[] {
  return events.filter((event) => event.name === name);
}

function conversionsOf(
  facts: ProjectFacts,
  events: readonly RawEvent[],
  orderOf: (lead: SideReport) => Conversion | null,
  { find, decided, names, exchange, ruleOf }: Known,
): Conversion[] {
  const sideOf = (side: Side) =>
    sideReportsOf(
      events.filter((event) => event.side === side),
      names,
      exchange,
    );
  return pairsOf(sideOf('server'), sideOf('browser'), names).flatMap((found) => {
    const first = found.server ?? found.browser;
    if (!first) return [];
    const order = orderOf(first);
    const isValued = order?.lead.amount.is_payout === 0;
    const pair = isValued && found.server ? { ...found, server: refundOf(found.server) } : found;
    const lead = pair.server ?? first;
    const credit = order ? inherited(order, lead) : creditFor(pair, lead, find);
    const rule = order?.rule ?? ruleFor(pair, lead, credit, ruleOf);
    return [
      {
        ...pair,
        id: conversionId(facts.id, lead.head),
        lead,
        order,
        decided: decisionIn(eventsOf(pair), decided),
        credit,
        rule,
        holdDays: isHeld(lead) ? rule.holdDays : 0,
      },
    ];
  });
}

/** Where the order has a value, a refund with nothing but a payout takes back only that payout. */
function refundOf(half: SideReport): SideReport {
  const { amount } = half;
  if (amount.is_payout === 0) return half;
  return {
    ...half,
    amount: { ...amount, value: '0' },
    payout: { ...amount, payout: amount.value },
  };
}

function creditFor({ server, browser }: Pair, lead: SideReport, find: FindTouches): Credit {
  const heads = [server, browser].flatMap((half) => (half ? [half.head] : []));
  const clickIds = heads.map(({ click_id }) => click_id).filter(Boolean);
  return creditOf(find(heads, lead.head.time), clickIds, lead.head.time);
}

function ruleFor(pair: Pair, { head }: SideReport, { click }: Credit, ruleOf: RuleOf): OfferRule {
  return ruleOf({
    origin: originOf(head, click),
    place: placeOf(head, null),
    click,
    time: head.time,
    event: head.name,
    goal: eventsOf(pair).find(({ goal }) => goal)?.goal ?? '',
  });
}

/** Only where no report names a status: a network that names one decides itself. */
const isHeld = ({ head, events }: SideReport): boolean =>
  head.name !== REFUND && events.every(({ status_assumed }) => status_assumed === 1);

function inherited(order: Conversion, { head }: SideReport): Credit {
  return { ...order.credit, reason: `order ${head.order_id}: ${order.credit.reason}` };
}

/**
 * The order of a refund: the latest with its order id before it, else the first after it. Orders of the refund's own
 * network or project come before those of others.
 */
function finderOf(
  orders: readonly Conversion[],
  names: ReportNames,
): (refund: SideReport) => Conversion | null {
  const inTime = [...orders].sort((a, b) => byTime(a.lead.head, b.lead.head));
  const byOrder = groupByKeys(inTime, orderIdsOf);
  return ({ head }) => {
    const all = byOrder.get(head.order_id) ?? [];
    const own = all.filter((order) =>
      eventsOf(order).some((event) => names.isOfOrder(head, event)),
    );
    const same = own.length > 0 ? own : all.filter(({ lead }) => names.canBeOne(head, lead.head));
    return same.findLast(({ lead }) => lead.head.time <= head.time) ?? same[0] ?? null;
  };
}

function orderIdsOf(order: Conversion): string[] {
  return [...new Set(eventsOf(order).map(({ order_id }) => order_id))].filter(Boolean);
}

function eventsOf({ server, browser }: Pair): RawEvent[] {
  return [...(server?.events ?? []), ...(browser?.events ?? [])];
}

function partsOf(conversion: Conversion, sums: Sums): Part[] {
  const mismatch = isMismatch(conversion, sums);
  const order = (conversion.order ?? conversion).id;
  return [conversion.server, conversion.browser].flatMap((half) =>
    half ? [{ row: rowOf(conversion, half, mismatch, sums), order }] : [],
  );
}

function rowOf(conversion: Conversion, half: SideReport, mismatch: boolean, sums: Sums): Resolved {
  const { head, amount } = half;
  const { credit, order, rule } = conversion;
  const { facts, exchange, termsAt } = sums;
  const source = order?.lead.head ?? head;
  const origin = originOf(source, credit.click);
  const rate = rateOf(half, amount, exchange);
  const value = rate ? (agreedRevenue(conversion, head) ?? exchanged(amount.value, rate)) : ZERO;
  const agreed = termsAt(origin.affid, (order ?? conversion).lead.head.time);
  const person = {
    user_id: head.user_id || (order?.lead.head.user_id ?? ''),
    visitor_id: head.visitor_id || (order?.lead.head.visitor_id ?? ''),
  };
  return {
    project_id: facts.id,
    conversion_id: conversion.id,
    side: head.side,
    record: head.name === REFUND ? 'refund' : 'conversion',
    event_name: head.name,
    event_time: instant(head.time),
    event_uid: head.uid,
    event_id: head.event_id,
    order_id: head.order_id,
    dedup_key: head.key,
    dedup_method: conversion.method,
    paired: conversion.server && conversion.browser ? 1 : 0,
    value_mismatch: mismatch ? 1 : 0,
    value: fixed(value),
    value_sent: fixed(money(amount.value)),
    currency: amount.currency,
    raw_count: half.events.length,
    raw_value: fixed(rawValue(half, exchange)),
    payout: fixed(payoutOf(half, { ...rule, affid: origin.affid }, agreed, value, sums)),
    status: statusOf(conversion),
    excluded_reason: excludedReason(conversion, half, exchange),
    ...person,
    user_key: userKey(facts.id, isKnown(person) ? person : (credit.click ?? person), conversion.id),
    attributed: credit.click ? 1 : 0,
    reason: credit.reason,
    click_id: head.click_id || (credit.click?.click_id ?? ''),
    click_uid: credit.click?.uid ?? '',
    click_time: credit.click ? instant(credit.click.time) : null,
    ...origin,
    ...placeOf(source, credit.click),
    ...byOwnColumn((name) => source[name]),
    goal: rule.goal,
    terms_id: rule.terms?.id ?? 0,
    terms_count: isCounted(head) && rule.terms && hasTiers(rule.terms) ? 1 : 0,
    unpaid_reason: rule.unpaid,
    cap_id: rule.capId,
    hold_days: conversion.holdDays,
    event_uids: half.events.map(({ uid }) => uid),
    touches: JSON.stringify(credit.touches.map(storedTouch)),
    known: knownAt(conversion),
  };
}

/** Without a user or visitor id on the conversion, the clicking person counts. */
const isKnown = ({ user_id, visitor_id }: Pick<RawEvent, 'user_id' | 'visitor_id'>): boolean =>
  user_id !== '' || visitor_id !== '';

const originDimensions = [...clickDimensions, ...claimDimensions];

function originOf(event: RawEvent, click: Touch | null): Origin {
  if (click) return originIn(click);
  return {
    ...byDimension(clickDimensions, () => ''),
    ...byDimension(claimDimensions, (name) => event[name]),
  };
}

const originIn = (from: Origin): Origin => byDimension(originDimensions, (name) => from[name]);

/** The event's own place, else the click's; a state only counts with the country it was sent with. */
function placeOf(event: Place, click: Place | null): Place {
  const country = known(event.country) || known(click?.country ?? '');
  const stateIn = (place: Place | null) =>
    place && known(place.country) === country ? place.state : '';
  return {
    ...byDimension(placeDimensions, (name) => event[name] || (click?.[name] ?? '')),
    country: country || 'ZZ',
    state: stateIn(event) || stateIn(click),
  };
}

function known(country: string): string {
  return country === 'ZZ' ? '' : country;
}

/** The rate of the conversion's day for an amount that one of its reports names, however late. */
const rateOf = ({ head }: SideReport, named: RawEvent, exchange: Exchange): Decimal | null =>
  exchange({ ...named, time: head.time });

function rawValue({ events }: SideReport, exchange: Exchange): Decimal {
  const sum = events.reduce((all, event) => {
    const rate = exchange(event);
    return rate ? all.add(exchanged(event.value, rate)) : all;
  }, ZERO);
  return atMost(sum);
}

/** What the terms say that a conversion brings, where no side reports a value. */
function agreedRevenue({ server, browser, rule }: Conversion, { name }: RawEvent): Decimal | null {
  const isReported = [server, browser].some((half) => half && !money(half.amount.value).isZero());
  return rule.terms && name !== REFUND && !isReported ? revenueBy(rule.terms) : null;
}

/** Tiers count what the server reports, and only there an amount is owed. */
const isCounted = ({ side, name }: RawEvent): boolean => side === 'server' && name !== REFUND;

/** Both sides share one status, because the browser never reports that a conversion was rejected. */
function statusOf({ decided, lead, holdDays }: Conversion): string {
  return decided.status ?? (holdDays > 0 ? 'pending' : lead.status);
}

/** A refund of an order that does not count has nothing to subtract and does not count either. */
function excludedReason(
  conversion: Conversion,
  half: SideReport,
  exchange: Exchange,
): Resolved['excluded_reason'] {
  const { order } = conversion;
  const status = statusOf(conversion);
  if (status === 'rejected' || status === 'reversed') return status;
  if (!rateOf(half, half.amount, exchange)) return 'no_rate';
  return order ? excludedReason(order, order.lead, exchange) : '';
}

/**
 * The terms of the offer win. Without them a flat sum is owed once, by the server's side; a refund takes the
 * affiliate's share back. A payout named by an event that counts wins over the affiliate's terms, the latest first,
 * because networks correct payouts.
 */
function payoutOf(
  half: SideReport,
  { terms, unpaid, affid }: OfferRule & Pick<Origin, 'affid'>,
  agreed: Terms | null,
  value: Decimal,
  { exchange, facts: { currency } }: Sums,
): Decimal {
  const { head, payout: told } = half;
  if (unpaid !== '') return ZERO;
  if (decidePayout(terms, affid)) {
    const record = head.name === REFUND ? 'refund' : 'conversion';
    return payoutByTerms(terms, { record, side: head.side, value, currency, count: 1 });
  }
  const sign = head.name === REFUND ? -1 : 1;
  if (told?.payout) return exchanged(told.payout, rateOf(half, told, exchange) ?? ZERO).mul(sign);
  if (!agreed) return ZERO;
  if (agreed.type === 'revshare') return value.mul(agreed.value).mul(sign);
  return head.side === 'server' && head.name !== REFUND ? money(agreed.value) : ZERO;
}

function isMismatch({ server, browser }: Pair, { exchange }: Sums): boolean {
  if (!server || !browser) return false;
  const [a, b] = [server, browser].map((half) => rateOf(half, half.amount, exchange));
  if (!a || !b) return false;
  const [serverValue, browserValue] = [a.mul(server.amount.value), b.mul(browser.amount.value)];
  return serverValue.sub(browserValue).abs().mul(100).gt(serverValue.abs());
}

function knownAt(conversion: Conversion): number {
  const { credit, decided, order } = conversion;
  const parts = [...eventsOf(conversion), ...credit.touches].map(({ ingested }) => ingested);
  return Math.max(...parts, decided.at, order ? knownAt(order) : 0);
}

function storedTouch(touch: EarlierTouch): StoredTouch {
  return {
    uid: touch.uid,
    time: touch.time,
    before: touch.before,
    ingested: touch.ingested,
    click_id: touch.click_id,
    own: touch.own,
    direct: touch.is_direct,
    ...byDimension(storedDimensions, (name) => touch[name]),
  };
}

function instant(time: number): string {
  return new Date(time).toISOString();
}
