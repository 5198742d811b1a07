const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

const clocks = new Map<string, Intl.DateTimeFormat>();
const walls = new Map<string, number>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(zone, clock);
  return clock;
}

/** The local time of a zone, written as if it were UTC. Offsets change on quarters of an hour only. */
function wallAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER) * QUARTER;
  const key = `${zone} ${quarter}`;
  let wall = walls.get(key);
  if (wall === undefined) {
    const parts = new Map(
      clockOf(zone)
        .formatToParts(new Date(quarter))
        .map(({ type, value }) => [type, Number(value)]),
    );
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    wall = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    walls.set(key, wall);
  }
  return wall + (instant - quarter);
}

export const wallText = (instant: number, zone: string): string =>
  new Date(wallAt(instant, zone)).toISOString().slice(0, 23);

/** The same with the offset: `2026-11-20T14:00:00-05:00`. */
export function zonedText(instant: number, zone: string): string {
  const minutes = (wallAt(instant, zone) - instant) / MINUTE;
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const distance = Math.abs(minutes);
  return `${wallText(instant, zone).slice(0, 19)}${minutes < 0 ? '-' : '+'}${two(distance / 60)}:${two(distance % 60)}`;
}

/** The hour on the clock, 0 to 23. */
export const hourOf = (instant: number, zone: string): string =>
  `${new Date(wallAt(instant, zone)).getUTCHours()}`;

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (instant: number, zone: string): string =>
  `${new Date(wallAt(instant, zone)).getUTCDay() || 7}`;

export const dayOf = (instant: number, zone: string): string =>
  wallText(instant, zone).slice(0, 10);

export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10);

const begins = new Map<string, number>();

/** The first quarter of an hour with this local day, searched one by one. */
export function beginOf(day: string, zone: string): number {
  const key = `${zone} ${day}`;
  const known = begins.get(key);
  if (known !== undefined) return known;
  let instant = Date.parse(`${day}T00:00:00Z`) - 16 * HOUR;
  while (dayOf(instant, zone) < day) instant += QUARTER;
  begins.set(key, instant);
  return instant;
}

/** The instant of local noon on a day. */
export function noonOf(day: string, zone: string): number {
  let instant = beginOf(day, zone);
  while (wallText(instant, zone) < `${day}T12`) instant += QUARTER;
  return instant;
}

export type Span = { from: number; to: number };
export type Days = { start: string; end: string };

export const spanOf = ({ start, end }: Days, zone: string): Span => ({
  from: beginOf(start, zone),
  to: beginOf(dayAfter(end), zone),
});

export function daysOf({ start, end }: Days): string[] {
  const days = [];
  for (let day = start; day <= end; day = dayAfter(day)) days.push(day);
  return days;
}

export type Grain = 'hour' | 'day' | 'week' | 'month';

/** The start of the bucket of an instant. Hours are counted from local midnight as they pass. */
export function bucketOf(instant: number, zone: string, grain: Grain): number {
  const day = dayOf(instant, zone);
  if (grain === 'day') return beginOf(day, zone);
  if (grain === 'month') return beginOf(`${day.slice(0, 8)}01`, zone);
  if (grain === 'week') {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return beginOf(dayAfter(day, -((weekday + 6) % 7)), zone);
  }
  const midnight = beginOf(day, zone);
  return midnight + Math.floor((instant - midnight) / HOUR) * HOUR;
}

/** Every bucket of some days, including those without events. */
export function bucketsOf(days: Days, zone: string, grain: 'hour' | 'day'): number[] {
  const { from, to } = spanOf(days, zone);
  const buckets = new Set<number>();
  for (let instant = from; instant < to; instant += QUARTER) {
    buckets.add(bucketOf(instant, zone, grain));
  }
  return [...buckets];
}
