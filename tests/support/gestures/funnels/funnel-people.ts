import type { funnelPeopleMachine } from '#machines/funnels/funnel-people.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The figures and the screen around the drawer open and close it. */
export const funnelPeopleGestures: Gestures<typeof funnelPeopleMachine> = {
  'people.show': fromElsewhere,
  'people.refresh': fromElsewhere,
};
