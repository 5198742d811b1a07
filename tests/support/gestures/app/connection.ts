import type { connectionMachine } from '#machines/app/connection.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** Events come from the browser or from the result of a call. */
export const connectionGestures: Gestures<typeof connectionMachine> = {
  'network.lost': fromElsewhere,
  'network.returned': fromElsewhere,
  'server.missed': fromElsewhere,
  'server.answered': fromElsewhere,
  'server.returned': fromElsewhere,
};
