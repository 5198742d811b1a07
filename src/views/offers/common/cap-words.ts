import type { CapStatus } from '#contract/offers/caps.ts';
import { capLevelOf, leftOf } from '#model/offer-caps.ts';
import { bucketInText, clock, count, dayIn, money } from '../../kit/format.ts';
import { intervalWords, metricWords } from './words.ts';

type Place = { currency: string; zone: string };

const isMoney = ({ metric }: CapStatus): boolean => metric === 'revenue' || metric === 'payout';

/** A number of what a cap counts. */
const amountOf = (cap: CapStatus, value: number, currency: string): string =>
  isMoney(cap)
    ? `${money(value, currency)} ${currency} of ${metricWords[cap.metric]}`
    : `${count(value)} ${metricWords[cap.metric]}`;

/** 16:20; with its day where the cap lasts for more than one. */
function timeWords(instant: string, { interval }: CapStatus, zone: string): string {
  const time = clock(instant, zone).slice(0, 5);
  return interval === 'hour' || interval === 'day'
    ? time
    : `${bucketInText(dayIn(instant, zone))}, ${time}`;
}

/** How full a cap is. `left` says what is left instead of what is used. */
export function capWords(
  cap: CapStatus,
  { currency }: Pick<Place, 'currency'>,
  look: 'used' | 'left',
): string {
  const when = intervalWords[cap.interval];
  if (capLevelOf(cap) === 'full') return `Full: ${amountOf(cap, cap.limit, currency)} ${when}`;
  return look === 'left'
    ? `${amountOf(cap, leftOf(cap), currency)} left ${when}`
    : `${count(cap.pct)}\u00a0% of ${amountOf(cap, cap.limit, currency)} ${when}`;
}

/** When a cap is expected to be full, or takes clicks again; null where neither is known. */
export function capForecast(cap: CapStatus, { zone }: Pick<Place, 'zone'>): string | null {
  if (cap.state === 'full') {
    return cap.resets_at === null ? null : `until ${timeWords(cap.resets_at, cap, zone)}`;
  }
  return cap.forecast_full_at === null
    ? null
    : `full at about ${timeWords(cap.forecast_full_at, cap, zone)}`;
}

/** The same with what its numbers are made of, for a tooltip. */
export function capInFull(cap: CapStatus, { currency, zone }: Place): string {
  const used = isMoney(cap) ? money(cap.used, currency) : count(cap.used);
  const expected = cap.in_flight > 0 ? `, ${count(cap.in_flight)} expected of clicks sent` : '';
  const resets =
    cap.resets_at === null
      ? ''
      : ` It resets at ${timeWords(cap.resets_at, cap, zone)}; its days are those of ${cap.timezone}.`;
  const whose = cap.affiliate === null ? '' : ' For this affiliate.';
  return `${used} used${expected}, of ${amountOf(cap, cap.limit, currency)} ${intervalWords[cap.interval]}.${whose}${resets}`;
}
