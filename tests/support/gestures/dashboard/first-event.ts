import type { arrivalsMachine } from '#machines/dashboard/first-event.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** The question comes from the selection. */
export const arrivalsGestures: Gestures<typeof arrivalsMachine> = { 'query.change': told };
