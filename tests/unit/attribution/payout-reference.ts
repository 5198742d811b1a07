import { conversionId } from '#server/attribution/conversion-id.ts';
import type { Touch } from '#server/attribution/raw-events.ts';
import type { OfferTerms } from '#server/offer-terms/offer-terms.ts';
import { type History, headOf, type Order, timeOf } from './offer-histories.ts';
import { DAY, facts } from './samples.ts';

/** Of an amount with four decimals, in ten-thousandths. */
const units = (amount: string | null): bigint => BigInt(Math.round(Number(amount ?? 0) * 10_000));

/** A share of cents, halves up to whole cents, in ten-thousandths. */
const share = (cents: number, percent: string | null): bigint => {
  const hundredths = BigInt(Math.round(Number(percent ?? 0) * 100));
  return ((BigInt(cents) * hundredths * 2n + 10_000n) / 20_000n) * 100n;
};

const isNamed = ({ affid, country, device }: OfferTerms) =>
  [affid, country, device].map((key) => key !== null);

/** The terms with the most keys, compared key by key; then the later start, then the higher id. */
function termsAt(all: readonly OfferTerms[], goal: string, touch: Touch): OfferTerms | undefined {
  const rank = (one: OfferTerms) => [
    isNamed(one).filter(Boolean).length,
    ...isNamed(one).map(Number),
    one.startsAt,
    one.id,
  ];
  return all
    .filter(
      (one) =>
        one.goal === goal &&
        one.startsAt <= touch.time &&
        (one.endsAt === null || touch.time < one.endsAt) &&
        [
          one.affid ?? touch.affid,
          one.country ?? touch.country,
          one.device ?? touch.device,
        ].join() === [touch.affid, touch.country, touch.device].join(),
    )
    .sort((a, b) => {
      const [one, other] = [rank(a), rank(b)];
      const at = one.findIndex((value, index) => value !== other[index]);
      return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
    })[0];
}

/** The sum of all payouts of a project in ten-thousandths, from the orders alone. */
export function payoutsOf(
  { offers: [offer], clicks, orders }: History,
  project: number = facts.id,
): bigint {
  if (!offer) return 0n;
  const known = orders.map((order) => {
    const touch = clicks[order.click];
    if (!touch) throw new Error('The order has no click.');
    const time = timeOf(order);
    const hold = offer.holds.findLast(({ from }) => from <= time)?.days ?? 0;
    const isHeld = order.isSilent && order.update === null && hold > 0;
    const told = order.update?.status ?? (isHeld ? 'pending' : 'approved');
    const status = order.decision ?? told;
    const goal = order.goal || 'conversion';
    const pinned = offer.terms.find(({ id }) => id === touch.terms_id && id !== 0);
    return {
      order,
      touch,
      time,
      goal,
      terms: pinned?.goal === goal ? pinned : termsAt(offer.terms, goal, touch),
      counts: status === 'approved' || status === 'pending',
      cents: order.update?.cents ?? order.cents,
      month: new Intl.DateTimeFormat('en', {
        timeZone: offer.timezone,
        year: 'numeric',
        month: 'numeric',
      }).format(time),
      place: `${time} ${idOf(order, project)}`,
    };
  });
  let sum = 0n;
  for (const one of known) {
    if (!one.counts) continue;
    const earlier = known.filter(({ counts, place }) => counts && place < one.place);
    const route = one.touch.offer_route ?? '';
    const isOver = one.touch.cap_id === 12 && route !== 'offer';
    const isLate = one.time - one.touch.time > offer.clickWindowDays * DAY;
    const isRepeat = !offer.allowsMultiple && earlier.some(({ touch }) => touch === one.touch);
    if (isOver || isLate || isRepeat) continue;
    const { terms } = one;
    const number =
      1 +
      earlier.filter(
        (other) =>
          other.touch.affid === one.touch.affid &&
          other.goal === one.goal &&
          other.month === one.month,
      ).length;
    sum += terms ? paidBy(terms, one, number) : agreed(one);
  }
  return sum;
}

const idOf = (order: Order, project: number) =>
  conversionId(project, { name: 'purchase', key: order.name, uid: headOf(order) });

type Known = { order: Order; cents: number; touch: Touch };

function paidBy(terms: OfferTerms, { cents, order }: Known, number: number): bigint {
  const { payoutType: type, payoutPct, payoutAmount, tiers } = terms;
  const tier = [...tiers].reverse().find(({ from_count }) => from_count <= number);
  const amount = type === 'cpa' || type === 'cpa_cps' ? units(tier?.amount ?? payoutAmount) : 0n;
  if (type !== 'cps' && type !== 'cpa_cps') return amount;
  const back = order.refunds.reduce((all, refunded) => all + share(refunded, payoutPct), 0n);
  return amount + share(cents, payoutPct) - back;
}

/** The terms of the affiliates: 1001 gets a fifth, 1002 gets 12.50. */
function agreed({ cents, order, touch }: Known): bigint {
  if (touch.affid === '1002') return 125_000n;
  const refunded = order.refunds.reduce((all, one) => all + one, 0);
  return BigInt(cents - refunded) * 20n;
}
