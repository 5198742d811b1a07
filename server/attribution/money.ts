import { Decimal } from 'decimal.js';
import { groupByKeys } from '../platform/group-by.ts';
import { byText, type ProjectFacts, type RawEvent } from './raw-events.ts';

/** Wide enough for the product of any stored amount and rate. */
const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** The largest amount of the ledger's columns, Decimal(18, 4). */
const MOST = new Money('99999999999999.9999');

export function money(amount: string): Decimal {
  return new Money(amount);
}

export function fits(amount: Decimal): boolean {
  return amount.abs().lte(MOST);
}

/** Caps a sum of amounts at the largest amount that can be stored. */
export function atMost(sum: Decimal): Decimal {
  return Money.min(sum, MOST);
}

/** A currency and an amount as one text, equal for equal amounts. */
export const priceOf = ({ currency, value }: Pick<RawEvent, 'currency' | 'value'>): string =>
  `${currency} ${money(value).toFixed()}`;

/** Money as the warehouse keeps it, halves away from zero. */
export function fixed(amount: Decimal): string {
  return amount.toFixed(4);
}

/** An amount in the project's currency as it is stored, so that sums add up exactly the displayed amounts. */
export function exchanged(amount: string, rate: Decimal): Decimal {
  return rate.mul(amount).toDecimalPlaces(4);
}

/** The rate of a currency on a day (YYYY-MM-DD): the latest not after it, else none. */
export type RateOn = (currency: string, day: string) => Decimal | null;

export function rateOn({ currency: base, rates }: ProjectFacts): RateOn {
  const latestFirst = [...rates].sort((a, b) => byText(b.validFrom, a.validFrom));
  const byCurrency = groupByKeys(latestFirst, (rate) => [rate.currency]);
  const one = money('1');
  return (currency, day) => {
    if (currency === base) return one;
    const rate = byCurrency.get(currency)?.find(({ validFrom }) => validFrom <= day);
    return rate ? money(rate.rate) : null;
  };
}

export type Exchange = (
  event: Pick<RawEvent, 'currency' | 'time' | 'value' | 'payout'>,
) => Decimal | null;

/**
 * The rate of an event's currency on its day in the project's zone; null where the converted amount would be too large
 * to store.
 */
export function exchangeOf(facts: ProjectFacts): Exchange {
  const rateFor = rateOn(facts);
  const dayOf = days(facts.timezone);
  return ({ currency, time, value, payout }) => {
    if (currency === facts.currency) return rateFor(currency, '');
    const rate = rateFor(currency, dayOf(time));
    const isUsable = rate && [value, payout ?? '0'].every((one) => fits(exchanged(one, rate)));
    return isUsable ? rate : null;
  };
}

const calendars = new Map<string, Intl.DateTimeFormat>();

/** Caches a zone's date formatter, which takes longer to create than most of the remaining work. */
function days(timeZone: string): (time: number) => string {
  const calendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  calendars.set(timeZone, calendar);
  return (time) => calendar.format(time);
}
