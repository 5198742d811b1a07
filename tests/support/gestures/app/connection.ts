import type { connectionMachine } from '#machines/app/connection.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** Events come from the browser or from the result of a call. */
export const connectionGestures: Gestures<typeof connectionMachine> = {
  'network.lost': told,
  'network.returned': told,
  'server.missed': told,
  'server.answered': told,
  'server.returned': told,
};
