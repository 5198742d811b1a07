import { Decimal } from 'decimal.js';
import { defaultGoal } from '#contract/offers/fields.ts';
import { holdAt } from '../offer-terms/holds.ts';
import type { OfferFacts } from '../offer-terms/offer-facts.ts';
import { type OfferTerms, termsFor } from '../offer-terms/offer-terms.ts';
import { payoutBy, shareTakenBack } from '../offer-terms/terms-money.ts';
import type { UnpaidReason } from '../offer-terms/unpaid-reason.ts';
import type { OfferRoute, Origin, Place } from '../warehouse/rows.ts';
import type { ConversionRow } from './conversion-row.ts';
import { atMost } from './money.ts';
import type { ProjectFacts, Touch } from './raw-events.ts';

const DAY = 86_400_000;
/** Where clicks go that a full cap keeps from the offer. */
const unpaidRoutes: readonly OfferRoute[] = ['unpaid', 'fallback_url', 'website', 'refused'];

/** What the offer of a conversion decides about it, apart from what depends on its other conversions. */
export type OfferRule = {
  goal: string;
  terms: OfferTerms | null;
  unpaid: UnpaidReason;
  capId: number;
  /** For how many days it waits where no report names a status. */
  holdDays: number;
};

export type Reported = {
  origin: Pick<Origin, 'affid' | 'offer_id'>;
  /** Its own, for a conversion without a click. */
  place: Pick<Place, 'country' | 'device'>;
  click: Touch | null;
  time: number;
  event: string;
  /** The goal that its reports name. */
  goal: string;
};

export type RuleOf = (conversion: Reported) => OfferRule;

export function rulesOf({ offers = [] }: ProjectFacts): RuleOf {
  const byId = new Map(offers.map((offer) => [offer.offerId, offer]));
  return (conversion) => {
    const { origin, click, time } = conversion;
    const offer = byId.get(origin.offer_id);
    const goal = offer ? goalOf(offer, conversion) : conversion.goal;
    return {
      goal,
      terms: offer ? termsOf(offer, goal, conversion) : null,
      unpaid: unpaidReason(offer, conversion),
      capId: click?.cap_id ?? 0,
      holdDays: offer ? holdAt(offer.holds, time) : 0,
    };
  };
}

const goalOf = ({ goals }: OfferFacts, { goal, event }: Reported): string =>
  goal || (goals.find((one) => one.event?.toLowerCase() === event)?.key ?? defaultGoal);

/** The terms pinned to the click where they are for the goal, else those that applied when it happened. */
function termsOf({ terms }: OfferFacts, goal: string, conversion: Reported): OfferTerms | null {
  const { origin, place, click, time } = conversion;
  const pinned = terms.find(({ id }) => id === click?.terms_id);
  if (pinned?.goal === goal) return pinned;
  const { country, device } = click ?? place;
  return termsFor(terms, { goal, affid: origin.affid, country, device, at: click?.time ?? time });
}

function unpaidReason(
  offer: OfferFacts | undefined,
  { click, time }: Pick<Reported, 'click' | 'time'>,
): UnpaidReason {
  if (!click) return '';
  const route = click.offer_route ?? '';
  if ((click.cap_id ?? 0) > 0 && unpaidRoutes.includes(route)) return 'over_cap';
  const isLate = offer && time - click.time > offer.clickWindowDays * DAY;
  return isLate ? 'click_window' : '';
}

/**
 * Whether the terms decide what a conversion pays, so that no told payout and no terms of the affiliate do. Without an
 * affiliate there is no one to pay by them.
 */
export const decidePayout = (terms: OfferTerms | null, affid: string): terms is OfferTerms =>
  terms !== null && terms.payoutType !== 'none' && affid !== '';

/** Whether the amount depends on how many conversions of the month came before. */
export const hasTiers = ({ tiers, payoutType }: OfferTerms): boolean =>
  tiers.length > 0 && (payoutType === 'cpa' || payoutType === 'cpa_cps');

type Paid = Pick<ConversionRow, 'record' | 'side'> & {
  /** In the project's currency. */
  value: Decimal.Value;
  currency: string;
  count: number;
};

/** What a row pays by terms: an amount is owed once, by the server's side, and a refund takes back its share. */
export function payoutByTerms(terms: OfferTerms, { record, side, ...conversion }: Paid): Decimal {
  const share = () => new Decimal(shareTakenBack(terms, conversion));
  if (record === 'refund') return share().neg();
  return side === 'server' ? atMost(payoutBy(terms, conversion)) : share();
}
