import { ratioPlaces, roundDecimal } from '#contract/decimal.ts';
import type { OfferReport } from '#contract/offers/offer.ts';
import type { OfferSums } from './figures.ts';

type Decided = Pick<OfferSums, 'matureApproved' | 'matureRejected'>;

/** The quantile of the normal distribution for an interval of 95 %. */
const z = 1.959963984540054;

const shown = (number: number) => roundDecimal(number.toFixed(12), ratioPlaces);

/**
 * The part of the decided conversions that was rejected, with Wilson's interval. It is high where even the lower bound
 * is above that of the whole offer.
 */
export function scrubOf(
  { matureApproved, matureRejected: rejected }: Decided,
  offer: Decided,
): OfferReport['rows'][number]['scrub'] {
  const decided = matureApproved + rejected;
  if (decided === 0) return null;
  const rate = rejected / decided;
  const centre = rate + z ** 2 / (2 * decided);
  const spread = z * Math.sqrt((rate * (1 - rate)) / decided + z ** 2 / (4 * decided ** 2));
  const base = 1 + z ** 2 / decided;
  const low = Math.max(0, (centre - spread) / base);
  const high = Math.min(1, (centre + spread) / base);
  const mean = offer.matureRejected / (offer.matureApproved + offer.matureRejected);
  return { rate: shown(rate), low: shown(low), high: shown(high), is_high: low > mean };
}
