import type { connectionMachine } from '#machines/connection.ts';
import { type Gestures, told } from '../viewed.tsx';

/** The browser says so. */
export const connectionGestures: Gestures<typeof connectionMachine> = {
  'network.lost': told,
  'network.returned': told,
};
