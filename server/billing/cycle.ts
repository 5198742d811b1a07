import { addMonths } from 'date-fns';
import { Decimal } from 'decimal.js';
import { calendar } from '#contract/period.ts';

export type Interval = 'month' | 'year';

export type Cycle = { start: Date; end: Date };

/** The same time of day some months later; a day that the month lacks becomes its last day. */
const monthsAfter = (anchor: Date, months: number): Date =>
  new Date(addMonths(anchor, months, calendar).getTime());

/** The end of the cycle that contains a moment; cycles count from the anchor, so that their days do not drift. */
export function cycleEnd(anchor: Date, interval: Interval, moment: Date): Date {
  const step = interval === 'year' ? 12 : 1;
  for (let months = step; ; months += step) {
    const end = monthsAfter(anchor, months);
    if (end > moment) return end;
  }
}

/** The value of the rest of a cycle, in whole cents. */
export function unusedValue(price: Decimal.Value, { start, end }: Cycle, at: Date): Decimal {
  const whole = end.getTime() - start.getTime();
  const rest = Math.min(Math.max(end.getTime() - at.getTime(), 0), whole);
  return new Decimal(price).times(rest).div(whole).toDecimalPlaces(2);
}
