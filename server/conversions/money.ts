import { Decimal } from 'decimal.js';
import { grouped } from './grouped.ts';
import { byText, type ProjectFacts, type RawEvent } from './raw.ts';

/** Wide enough for the product of any stored amount and rate. */
const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

export function money(amount: string): Decimal {
  return new Money(amount);
}

/** Money as the warehouse keeps it, halves away from zero. */
export function fixed(amount: Decimal): string {
  return amount.toFixed(4);
}

/** An amount in the project's currency, as it is kept: whatever adds it up adds what each event is shown with. */
export function exchanged(amount: string, rate: Decimal): Decimal {
  return rate.mul(amount).toDecimalPlaces(4);
}

/** The rate of a currency on a day (YYYY-MM-DD): the latest not after it, else none. */
export type RateOn = (currency: string, day: string) => Decimal | null;

export function rateOn({ currency: base, rates }: ProjectFacts): RateOn {
  const latestFirst = [...rates].sort((a, b) => byText(b.validFrom, a.validFrom));
  const byCurrency = grouped(latestFirst, (rate) => [rate.currency]);
  const one = money('1');
  return (currency, day) => {
    if (currency === base) return one;
    const rate = byCurrency.get(currency)?.find(({ validFrom }) => validFrom <= day);
    return rate ? money(rate.rate) : null;
  };
}

export type Exchange = (event: Pick<RawEvent, 'currency' | 'time'>) => Decimal | null;

/** The rate of an event's currency on its day in the project's zone. */
export function exchangeOf(facts: ProjectFacts): Exchange {
  const rate = rateOn(facts);
  const dayOf = days(facts.timezone);
  return ({ currency, time }) => rate(currency, currency === facts.currency ? '' : dayOf(time));
}

function days(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (time) => format.format(time);
}
