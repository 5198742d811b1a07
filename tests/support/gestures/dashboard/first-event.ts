import type { firstEventMachine } from '#machines/dashboard/first-event.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** The query comes from the selection. */
export const firstEventGestures: Gestures<typeof firstEventMachine> = { 'query.change': told };
