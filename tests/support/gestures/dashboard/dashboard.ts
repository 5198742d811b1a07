import type { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** The query comes from the selection, the other events from the child that counts events. */
export const dashboardGestures: Gestures<typeof dashboardMachine> = {
  'query.change': told,
  'member.change': told,
  'project.silent': told,
  'events.arrived': told,
};
