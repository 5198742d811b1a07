import type { WeekdayHour } from '#contract/analytics/weekday-hours.ts';
import { type HeatMeasure, heatMeasures } from '#machines/dashboard/weekday-hours.ts';
import { count, money, percent } from '../../kit/format.ts';

type Shown = { title: string; write: (value: number | null, currency: string) => string };

/** How each measure of the hours of a week is called and written. */
export const measureWords: Record<HeatMeasure, Shown> = {
  revenue: { title: 'Revenue', write: money },
  conversions: { title: 'Conversions', write: count },
  clicks: { title: 'Clicks', write: count },
  conversion_rate: { title: 'Conv. rate', write: percent },
  epc: { title: 'EPC', write: money },
  aov: { title: 'AOV', write: money },
};

/** All figures of an hour in one line. */
export const figuresIn = (hour: WeekdayHour, currency: string): string =>
  heatMeasures
    .map((name) => `${measureWords[name].title} ${measureWords[name].write(hour[name], currency)}`)
    .join(', ');
