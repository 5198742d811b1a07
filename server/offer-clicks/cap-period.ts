import type { CapInterval } from '#contract/offers/caps.ts';
import { addDays, type Day, dayAt, startOfDay } from '#contract/period.ts';

const HOUR = 3_600_000;

/** Half-open, in ms; a total has no end. */
export type CapPeriod = { from: number; to: number | null };

/** The period of a cap at a moment. Hours are counted from midnight of the zone, like those of reports. */
export function capPeriod(interval: CapInterval, at: Date, zone: string): CapPeriod {
  if (interval === 'total') return { from: 0, to: null };
  const day = dayAt(at, zone);
  switch (interval) {
    case 'hour': {
      const { from, to } = between(day, addDays(day, 1), zone);
      const hours = Math.floor((at.getTime() - from) / HOUR);
      return { from: from + hours * HOUR, to: Math.min(from + (hours + 1) * HOUR, to) };
    }
    case 'day':
      return between(day, addDays(day, 1), zone);
    case 'week': {
      const monday = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
      return between(monday, addDays(monday, 7), zone);
    }
    case 'month': {
      const first = `${day.slice(0, 7)}-01`;
      return between(first, `${addDays(first, 31).slice(0, 7)}-01`, zone);
    }
  }
}

const between = (first: Day, next: Day, zone: string) => ({
  from: startOfDay(first, zone).getTime(),
  to: startOfDay(next, zone).getTime(),
});
