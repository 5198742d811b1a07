import type { OfferFacts } from '../offer-terms/offer-facts.ts';
import type { OfferTerms } from '../offer-terms/offer-terms.ts';
import { groupByKeys } from '../platform/group-by.ts';
import type { Resolved } from './conversion-row.ts';
import { fixed } from './money.ts';
import { decidePayout, hasTiers, payoutByTerms } from './offer-payouts.ts';
import { byText, type ProjectFacts } from './raw-events.ts';
import type { Part } from './resolve.ts';
import { type Groups, groupsOf, nameOfGroup, type Sibling } from './siblings.ts';

/** The places of conversions among those of their month and click. */
export type Settlement = {
  /** A row with what it pays at its place. */
  settled(part: Part): Resolved;
  /** Whether a stored row says something else about its place than it has now, as far as `isKnown` groups tell. */
  isStale(row: Sibling, isKnown: (group: string) => boolean): boolean;
};

/** The rows must be all of the groups that are asked about. */
export function settlementOf(facts: ProjectFacts, rows: readonly Sibling[]): Settlement {
  const termsOf = termsById(facts.offers ?? []);
  const placed = placesOf(facts, rows);
  return {
    settled({ row, order }) {
      const terms = termsOf(row);
      const terms_count = terms ? tierStart(terms, placed.numberOf(row)) : 0;
      const isRepeat = row.unpaid_reason === '' && placed.isRepeat(order);
      if (isRepeat) return { ...row, terms_count, unpaid_reason: 'repeat', payout: fixedZero };
      if (terms_count < 2 || row.unpaid_reason !== '' || !decidePayout(terms, row.affid)) {
        return { ...row, terms_count };
      }
      const { record, side, value } = row;
      const { currency } = facts;
      const payout = payoutByTerms(terms, { record, side, value, currency, count: terms_count });
      return { ...row, terms_count, payout: fixed(payout) };
    },
    isStale(row, isKnown) {
      const { month, click } = placed.groupsOf(row);
      const terms = termsOf(row);
      if (month && terms && isKnown(nameOfGroup(month))) {
        if (tierStart(terms, placed.numberOf(row)) !== row.terms_count) return true;
      }
      if (!click || !isKnown(nameOfGroup(click))) return false;
      if (row.unpaid_reason !== '' && row.unpaid_reason !== 'repeat') return false;
      return placed.isRepeat(row.conversion_id) !== (row.unpaid_reason === 'repeat');
    },
  };
}

const fixedZero = '0.0000';

type TermsOf = (row: Sibling) => OfferTerms | null;

/** The terms of a server's conversion whose amount depends on its place; null where nothing does. */
function termsById(offers: readonly OfferFacts[]): TermsOf {
  const byId = new Map(
    offers.flatMap((offer) => offer.terms.filter(hasTiers).map((one) => [one.id, one])),
  );
  return ({ record, side, terms_id }) =>
    record === 'conversion' && side === 'server' ? (byId.get(terms_id) ?? null) : null;
}

/** From which conversion on the amount of the n-th is paid. */
const tierStart = ({ tiers }: OfferTerms, number: number): number =>
  tiers.filter(({ from_count }) => from_count <= number).at(-1)?.from_count ?? 1;

type Places = {
  groupsOf: (row: Sibling) => Groups;
  /** Its number among the conversions that count in its month; 1 for the first. */
  numberOf: (row: Sibling) => number;
  /** Whether a conversion that counts came before this one by the same click. */
  isRepeat: (conversion: string) => boolean;
};

function placesOf(facts: ProjectFacts, rows: readonly Sibling[]): Places {
  const groups = groupsOf(facts);
  const leads = leadsOf(rows);
  const counted = groupByKeys(
    leads
      .filter(doesCount)
      .sort(byPlace)
      .map((row) => ({ row, groups: groups(row) })),
    ({ groups: { month, click } }) =>
      [month, click].flatMap((one) => (one ? [nameOfGroup(one)] : [])),
  );
  const earlier = (row: Sibling, group: Groups['month'] | Groups['click']): number =>
    group ? countBefore(counted.get(nameOfGroup(group)) ?? [], row) : 0;
  const repeats = new Set(
    leads.filter((row) => earlier(row, groups(row).click) > 0).map((row) => row.conversion_id),
  );
  return {
    groupsOf: groups,
    numberOf: (row) => earlier(row, groups(row).month) + 1,
    isRepeat: (conversion) => repeats.has(conversion),
  };
}

/** One row for each conversion: the server's where there is one. */
function leadsOf(rows: readonly Sibling[]): Sibling[] {
  const leads = new Map<string, Sibling>();
  for (const row of rows) {
    if (row.record !== 'conversion') continue;
    if (row.side === 'server' || !leads.has(row.conversion_id)) leads.set(row.conversion_id, row);
  }
  return [...leads.values()];
}

/** Only what the server reports, because only there an amount is owed. */
const doesCount = ({ side, excluded_reason }: Sibling): boolean =>
  side === 'server' && excluded_reason === '';

const byPlace = (a: Sibling, b: Sibling): number =>
  byText(a.event_time, b.event_time) || byText(a.conversion_id, b.conversion_id);

/** How many of these, which are in order, come before a row. */
function countBefore(inOrder: readonly { row: Sibling }[], row: Sibling): number {
  let [low, high] = [0, inOrder.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = inOrder[middle];
    if (at && byPlace(at.row, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
