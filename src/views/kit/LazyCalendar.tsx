import { type ComponentProps, Suspense } from 'react';
import type { Calendar as Loaded } from './Calendar.tsx';
import { lazyPart } from './lazy.tsx';
import { Unavailable } from './Unavailable.tsx';

const Calendar = lazyPart(async () => (await import('./Calendar.tsx')).Calendar, Unavailable);

/** A calendar, fetched when somebody opens one; its room is there at once. */
export function LazyCalendar(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<div className="range-calendar range-calendar-room" />}>
      <Calendar {...props} />
    </Suspense>
  );
}
