import { addDays, dayAt, startOfDay } from '#contract/period.ts';
import type { DemoProject } from './company.ts';
import type { TestPlan } from './test-plans.ts';
import type { World } from './world.ts';

const HOUR = 3_600_000;
const morning = 7 * HOUR;

export type TestTimes = { startedAt: Date /** Null while it runs. */; endedAt: Date | null };

/**
 * When a test of the demo ran: from a morning of its shop on, at the earliest the first one of the history. A test of
 * today has started some hours ago also where today is young.
 */
export function timesOf(
  { startedDaysAgo, maxRuntimeDays, decisionNote }: TestPlan,
  { timezone }: DemoProject,
  { firstDay, startedAt: now }: World,
): TestTimes {
  const today = dayAt(now, timezone);
  const midnight = startOfDay(today, timezone).getTime();
  const thisMorning = midnight + Math.min(morning, (now.getTime() - midnight) / 2);
  const wanted = addDays(today, -startedDaysAgo);
  const day = wanted > firstDay ? wanted : firstDay;
  const begins = startedDaysAgo === 0 ? thisMorning : startOfDay(day, timezone).getTime() + morning;
  const startedAt = new Date(Math.min(begins, thisMorning));
  const ends = startOfDay(addDays(day, maxRuntimeDays), timezone).getTime() + morning;
  return {
    startedAt,
    endedAt: decisionNote === undefined ? null : new Date(Math.min(ends, now.getTime())),
  };
}
