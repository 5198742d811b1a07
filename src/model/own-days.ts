import { dayAt, type Period, type Preset, periodOf } from '#contract/period.ts';

/** The days of a screen that has its own: a range that moves with the clock, or chosen days. */
export type OwnRange = Preset | Period;

export const ownPeriod = (range: OwnRange, today: string): Period =>
  typeof range === 'string' ? periodOf(range, today) : range;

export const todayIn = (now: number, timezone: string): string => dayAt(new Date(now), timezone);

/** What the address of such a screen says beside what it is about. */
export type OwnDaysPlace = {
  range: OwnRange;
  /** The hash without its sign; empty for the first tab. */
  tab: string;
  /** The screen's own parameters, as far as they are in the address. */
  params: Record<string, string>;
};
