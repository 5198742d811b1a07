import type { firstEventMachine } from '#machines/dashboard/first-event.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The query comes from the selection. */
export const firstEventGestures: Gestures<typeof firstEventMachine> = {
  'query.change': fromElsewhere,
};
