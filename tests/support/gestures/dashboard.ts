import type { dashboardMachine } from '#machines/dashboard.ts';
import { type Gestures, told } from '../viewed.tsx';

/** The question comes from the selection. */
export const dashboardGestures: Gestures<typeof dashboardMachine> = {
  'query.change': told,
};
