import { addWeeks, differenceInCalendarDays, nextThursday } from 'date-fns';
import { calendar, type Day } from '#contract/period.ts';
import { weighted } from './random.ts';

/** Monday first. */
const weekdays = [1.05, 1.03, 1.0, 1.01, 0.95, 0.88, 1.03];

/** Seasonal factors by month, January first. */
const months = [0.94, 0.97, 1.0, 1.0, 1.03, 0.97, 0.91, 0.93, 1.0, 1.04, 1.12, 1.24];

export const hours = weighted(
  [
    1.3, 0.8, 0.5, 0.4, 0.5, 0.9, 1.8, 2.9, 3.7, 4.3, 4.6, 4.9, 5.4, 5.0, 4.7, 4.5, 4.6, 4.9, 5.3,
    6.1, 6.7, 6.4, 4.8, 2.7,
  ].map((weight, hour) => [hour, weight] as const),
);

/** The activity of a day relative to an average one at the shop's size of the 400th day. */
export function demandOf(day: Day, index: number): number {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = weekdays[(date.getUTCDay() + 6) % 7] ?? 1;
  const month = months[date.getUTCMonth()] ?? 1;
  return growth(index) * weekday * month * saleOf(day).visits;
}

/** A shop grows every day, and more slowly the bigger it is. */
const growth = (index: number): number => 0.55 + 0.45 * Math.sqrt(Math.max(0, index) / 400);

/** Visits and readiness to buy around the yearly sale. */
export function saleOf(day: Day): { visits: number; readiness: number } {
  const past = daysSinceBlackFriday(day);
  if (past === 0) return { visits: 2.3, readiness: 1.45 };
  if (past === 3) return { visits: 1.95, readiness: 1.4 };
  if (past === 1 || past === 2) return { visits: 1.55, readiness: 1.25 };
  if (past >= -4 && past < 0) return { visits: 1.25, readiness: 1.08 };
  const isChristmas = day.slice(5) >= '12-24' && day.slice(5) <= '12-26';
  return isChristmas ? { visits: 0.55, readiness: 0.8 } : { visits: 1, readiness: 1 };
}

/** Days from the Friday after the fourth Thursday of November. */
function daysSinceBlackFriday(day: Day): number {
  const thursday = addWeeks(nextThursday(`${day.slice(0, 4)}-10-31`, calendar), 3);
  return differenceInCalendarDays(day, thursday, calendar) - 1;
}
