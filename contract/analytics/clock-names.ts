import { type CyclicDimension, dimensionOf } from './dimensions.ts';

/** Monday first, as ISO 8601 counts. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** “14:00” of the hour 14. */
const hourName = (hour: string): string => `${hour.padStart(2, '0')}:00`;

/** The name of an hour of the day or of a weekday. */
export const clockName = (name: CyclicDimension, key: string): string =>
  dimensionOf(name).names === 'day' ? (weekdayNames[Number(key) - 1] ?? key) : hourName(key);
