import type { pixelsMachine } from '#machines/pixels/pixels.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** The address and the selection report these events: a clicked link changes the address. */
export const pixelsGestures: Gestures<typeof pixelsMachine> = {
  'pixels.recalled': told,
  'query.change': told,
  'member.change': told,
};
