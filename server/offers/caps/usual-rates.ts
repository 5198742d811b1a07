import { wallTime } from '#contract/period.ts';
import type { HourOfWeek, UsualRates } from '../../database/payloads/usual-rates.ts';
import { lagBounds, partWithin, withinBounds } from './lags.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How far back rates are counted. */
export const ratesDays = 28;
/** Of earlier clicks at most so many weigh beside those of the last day. */
const mostEarlier = 2_000;
/** What an offer without clicks is taken for. */
const usual = { perClick: 0.02, weight: 50 };

/** Clicks that came around one moment, in ms. */
export type ClickCount = { at: number; clicks: number };
export type ConversionHour = { at: number; conversions: number; revenue: number; payout: number };
/** Conversions by the lag to their click, apart by whether it was clicked in the last day. */
export type LagCount = { index: number; isRecent: boolean; conversions: number };

export type Counted = {
  clicks: readonly ClickCount[];
  hours: readonly ConversionHour[];
  lags: readonly LagCount[];
};

/** What is usual of an offer, from what was counted in its last 28 days. */
export function usualRates(
  { clicks, hours, lags }: Counted,
  { now, timezone }: { now: number; timezone: string },
): UsualRates {
  const byLag = new Map<number, number>();
  for (const { index, conversions } of lags) {
    byLag.set(index, (byLag.get(index) ?? 0) + conversions);
  }
  const within = withinBounds(byLag);
  return {
    timezone,
    week: weekOf(clicks, hours, { now, timezone }),
    perClick: perClick(clicks, lags, { now, within }),
    within,
  };
}

/** Conversions per click: of a click counts the part whose conversions must have come. */
function perClick(
  clicks: readonly ClickCount[],
  lags: readonly LagCount[],
  { now, within }: { now: number; within: readonly number[] },
): number {
  const came = { recent: 0, earlier: 0 };
  for (const { at, clicks: count } of clicks) {
    const matured = count * partWithin(within, now - at);
    came[now - at < DAY ? 'recent' : 'earlier'] += matured;
  }
  const converted = { recent: 0, earlier: 0 };
  for (const { isRecent, conversions } of lags) {
    converted[isRecent ? 'recent' : 'earlier'] += conversions;
  }
  const weight = came.earlier > mostEarlier ? mostEarlier / came.earlier : 1;
  const conversions = converted.recent + weight * converted.earlier;
  const matured = came.recent + weight * came.earlier;
  return (conversions + usual.perClick * usual.weight) / (matured + usual.weight);
}

/** 0 for the first hour of Monday. */
export function hourOfWeek(at: number, timezone: string): number {
  const wall = wallTime(new Date(at), timezone);
  const day = (new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;
  return 24 * day + Number(wall.slice(11, 13));
}

/** The mean of each hour of the week since the first click or conversion. */
function weekOf(
  clicks: readonly ClickCount[],
  hours: readonly ConversionHour[],
  { now, timezone }: { now: number; timezone: string },
): HourOfWeek[] {
  const first = Math.min(...clicks.map(({ at }) => at), ...hours.map(({ at }) => at));
  if (!Number.isFinite(first)) return [];
  const sums = Array.from({ length: 168 }, nothing);
  const times = new Array<number>(168).fill(0);
  const begin = Math.max(Math.floor(first / HOUR) * HOUR, now - ratesDays * DAY);
  for (let at = begin; at < now; at += HOUR) {
    const hour = hourOfWeek(at, timezone);
    times[hour] = (times[hour] ?? 0) + Math.min(1, (now - at) / HOUR);
  }
  for (const { at, clicks: count } of clicks) {
    const sum = sums[hourOfWeek(at, timezone)];
    if (sum) sum.clicks += count;
  }
  for (const { at, ...came } of hours) {
    const sum = sums[hourOfWeek(at, timezone)];
    if (sum) add(sum, came);
  }
  const total = sums.reduce((all, one) => add(all, one), nothing());
  const allTimes = times.reduce((sum, count) => sum + count, 0);
  const usualHour = divided(total, Math.max(allTimes, 1));
  return sums.map((sum, hour) => {
    const count = times[hour] ?? 0;
    // An hour that was seen only in part is no measure of itself.
    return count < 1 ? usualHour : divided(sum, count);
  });
}

const nothing = (): HourOfWeek => ({ clicks: 0, conversions: 0, revenue: 0, payout: 0 });

function add(sum: HourOfWeek, more: Partial<HourOfWeek>): HourOfWeek {
  sum.clicks += more.clicks ?? 0;
  sum.conversions += more.conversions ?? 0;
  sum.revenue += more.revenue ?? 0;
  sum.payout += more.payout ?? 0;
  return sum;
}

const divided = (sum: HourOfWeek, by: number): HourOfWeek => ({
  clicks: sum.clicks / by,
  conversions: sum.conversions / by,
  revenue: sum.revenue / by,
  payout: sum.payout / by,
});

/** Before anything was counted. */
export const unknownRates = (timezone: string): UsualRates => ({
  timezone,
  week: [],
  perClick: usual.perClick,
  within: lagBounds.map((bound) => partWithin(withinBounds(new Map()), bound)),
});
