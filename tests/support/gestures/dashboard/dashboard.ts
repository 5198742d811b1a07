import type { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The query comes from the selection, the other events from the child that counts events. */
export const dashboardGestures: Gestures<typeof dashboardMachine> = {
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'events.missing': fromElsewhere,
  'events.arrived': fromElsewhere,
};
