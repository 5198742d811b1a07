import { defaultGoal } from '#contract/offers/fields.ts';
import { addDays, dayAt, startOfDay } from '#contract/period.ts';
import type { OfferFacts } from '../offer-terms/offer-facts.ts';
import { hasTiers } from './offer-payouts.ts';
import type { ProjectFacts } from './raw-events.ts';
import type { StoredRow } from './row-changes.ts';

/** What is read of a conversion to see how many came before others. */
export type Sibling = Pick<
  StoredRow,
  | 'conversion_id'
  | 'side'
  | 'record'
  | 'event_name'
  | 'event_time'
  | 'dedup_key'
  | 'order_id'
  | 'click_id'
  | 'user_id'
  | 'affid'
  | 'offer_id'
  | 'goal'
  | 'click_uid'
  | 'click_time'
  | 'status'
  | 'excluded_reason'
  | 'terms_id'
  | 'terms_count'
  | 'unpaid_reason'
>;

/** Half-open, in ms. */
type Window = { from: number; to: number };

/** The conversions that the tiers of an offer count together: of one affiliate and goal within a month. */
export type MonthGroup = Window & { kind: 'month'; offer: string; affid: string; goal: string };
/** The conversions of one click. */
export type ClickGroup = Window & { kind: 'click'; click: string };
export type Group = MonthGroup | ClickGroup;

const goalOf = ({ goal }: Pick<Sibling, 'goal'>): string => goal || defaultGoal;

export const nameOfGroup = (group: Group): string =>
  JSON.stringify(
    group.kind === 'month'
      ? [group.offer, group.affid, group.goal, group.from]
      : ['click', group.click],
  );

export type Groups = { month: MonthGroup | null; click: ClickGroup | null };
export type GroupsOf = (row: Sibling) => Groups;

const DAY = 86_400_000;
/** A conversion is credited at most 30 days after its click, and its sides are at most 48 hours apart. */
const CLICK_WINDOW = { before: 2 * DAY, after: 33 * DAY };

/** The groups in which a row has a place that decides what it or others pay. */
export function groupsOf({ offers = [] }: ProjectFacts): GroupsOf {
  const byId = new Map(offers.map((offer) => [offer.offerId, offer]));
  return (row) => {
    const offer = byId.get(row.offer_id);
    if (!offer || row.record !== 'conversion') return { month: null, click: null };
    return { month: monthGroup(offer, row), click: clickGroup(offer, row) };
  };
}

function monthGroup({ terms, timezone }: OfferFacts, row: Sibling): MonthGroup | null {
  const goal = goalOf(row);
  const isCounted = terms.some((one) => one.goal === goal && hasTiers(one));
  if (row.side !== 'server' || !isCounted) return null;
  const { offer_id: offer, affid } = row;
  return { kind: 'month', offer, affid, goal, ...monthOf(Date.parse(row.event_time), timezone) };
}

function clickGroup(
  { allowsMultiple }: OfferFacts,
  { click_uid: click, click_time }: Sibling,
): ClickGroup | null {
  if (allowsMultiple || click === '' || click_time === null) return null;
  const time = Date.parse(click_time);
  const [from, to] = [time - CLICK_WINDOW.before, time + CLICK_WINDOW.after];
  return { kind: 'click', click, from, to };
}

function monthOf(time: number, zone: string): Window {
  const first = `${dayAt(new Date(time), zone).slice(0, 8)}01`;
  const next = `${addDays(first, 31).slice(0, 8)}01`;
  return { from: startOfDay(first, zone).getTime(), to: startOfDay(next, zone).getTime() };
}
