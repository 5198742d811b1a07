import { z } from 'zod';

const figure = (unit: 'count' | 'currency' | 'ratio') => z.number().meta({ unit });

/** The figures of an hour of the day on one weekday: 1 for Monday to 7 for Sunday, 0 to 23. */
export const weekdayHourSchema = z.object({
  weekday: z.int(),
  hour_of_day: z.int(),
  clicks: figure('count'),
  conversions: figure('count'),
  revenue: figure('currency'),
  conversion_rate: figure('ratio').nullable(),
  aov: figure('currency').nullable(),
  epc: figure('currency').nullable(),
});
export type WeekdayHour = z.infer<typeof weekdayHourSchema>;
