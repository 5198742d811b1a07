import { type ComponentProps, Suspense } from 'react';
import type { Calendar as Loaded } from './Calendar.tsx';
import { soon } from './lazy.tsx';
import { Absent } from './Unavailable.tsx';

const Calendar = soon(async () => (await import('./Calendar.tsx')).Calendar, Absent);

/** A calendar, fetched when somebody opens one; its room is there at once. */
export function CalendarSoon(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<div className="range-calendar range-calendar-room" />}>
      <Calendar {...props} />
    </Suspense>
  );
}
