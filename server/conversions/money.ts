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

export type Exchange = (event: Pick<RawEvent, 'currency' | 'time'>) => Decimal | null;

/** The rate of an event's currency on its day in the project's zone: the latest not after that day, else none. */
export function exchangeOf({ currency: base, timezone, rates }: ProjectFacts): Exchange {
  const latestFirst = [...rates].sort((a, b) => byText(b.validFrom, a.validFrom));
  const byCurrency = grouped(latestFirst, (rate) => [rate.currency]);
  const dayOf = days(timezone);
  const one = money('1');
  return ({ currency, time }) => {
    if (currency === base) return one;
    const listed = byCurrency.get(currency);
    if (!listed) return null;
    const day = dayOf(time);
    const rate = listed.find(({ validFrom }) => validFrom <= day);
    return rate ? money(rate.rate) : null;
  };
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
