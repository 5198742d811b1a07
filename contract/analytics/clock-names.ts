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

/** Whether a text is an hour of the day, 0 to 23, or a weekday, 1 to 7. */
export const isOnClock = (name: CyclicDimension, key: string): boolean =>
  dimensionOf(name).names === 'day' ? /^[1-7]$/.test(key) : /^(1?\d|2[0-3])$/.test(key);

/** The name of an hour of the day or of a weekday. */
export const clockName = (name: CyclicDimension, key: string): string =>
  dimensionOf(name).names === 'day' ? (weekdayNames[Number(key) - 1] ?? key) : hourName(key);
