import { type Period, type Preset, periodOf, presets } from '#contract/period.ts';
import { days } from '../kit/format.ts';

/** The words for the ranges that have a name. */
export const rangeNames: Record<Preset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_14_days: 'Last 14 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
  last_90_days: 'Last 90 days',
};

/** The words for a period: a preset's name when it is one, else its days. */
export function nameOf(period: Period, today: string): string {
  const preset = presets.find((name) => {
    const { start, end } = periodOf(name, today);
    return start === period.start && end === period.end;
  });
  return preset ? rangeNames[preset] : days(period.start, period.end);
}
