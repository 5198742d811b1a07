import { clockName, weekdayNames } from '#contract/analytics/clock-names.ts';
import type { OpenedRow } from '#contract/analytics/report-query.ts';

export type Place = { weekday: number; hour: number };

export const weekdays = weekdayNames.map((_, index) => index + 1);
export const hours = Array.from({ length: 24 }, (_, hour) => hour);

export const dayName = (weekday: number): string => clockName('weekday', `${weekday}`);
const hourName = (hour: number): string => clockName('hour_of_day', `${hour}`);

/** “Monday, 14:00” */
export const placeName = ({ weekday, hour }: Place): string =>
  `${dayName(weekday)}, ${hourName(hour)}`;

/** The rows of an hour of a weekday. */
export const cellOf = ({ weekday, hour }: Place): OpenedRow[] => [
  { grouping: 'weekday', key: `${weekday}` },
  { grouping: 'hour_of_day', key: `${hour}` },
];

/** The place beside another one; the week ends at its edges. */
export function neighbour(place: Place, key: string, isUpright: boolean): Place | null {
  const along = isUpright ? 'weekday' : 'hour';
  const across = isUpright ? 'hour' : 'weekday';
  const moved = (axis: keyof Place, by: number): Place => {
    const [first, last] = axis === 'hour' ? [0, 23] : [1, 7];
    return { ...place, [axis]: Math.min(last, Math.max(first, place[axis] + by)) };
  };
  if (key === 'ArrowRight') return moved(along, 1);
  if (key === 'ArrowLeft') return moved(along, -1);
  if (key === 'ArrowDown') return moved(across, 1);
  if (key === 'ArrowUp') return moved(across, -1);
  if (key === 'Home') return moved(along, -24);
  return key === 'End' ? moved(along, 24) : null;
}
