import { type ComponentProps, lazy, Suspense } from 'react';
import type { Calendar as Loaded } from './Calendar.tsx';

const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }));

/** A calendar, fetched when somebody opens one; its room is there at once. */
export function CalendarSoon(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<div className="range-calendar range-calendar-room" />}>
      <Calendar {...props} />
    </Suspense>
  );
}
