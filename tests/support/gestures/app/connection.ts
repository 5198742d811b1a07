import type { connectionMachine } from '#machines/app/connection.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** The browser says so, or what became of a call. */
export const connectionGestures: Gestures<typeof connectionMachine> = {
  'network.lost': told,
  'network.returned': told,
  'server.missed': told,
  'server.answered': told,
  'server.returned': told,
};
