import type { OfferQuestion } from '#model/offers.ts';
import { ownPeriod, todayIn } from '#model/own-days.ts';

/** The parameters of every call for the figures of offers. */
export function offerParamsOf({ affiliates, timezone, range }: OfferQuestion, now: number) {
  const { start, end } = ownPeriod(range, todayIn(now, timezone));
  return {
    affiliate_id: affiliates.length > 0 ? affiliates.join(',') : 'all',
    start_date: start,
    end_date: end,
    timezone,
  };
}
