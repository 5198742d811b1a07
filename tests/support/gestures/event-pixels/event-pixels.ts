import type { eventPixelsMachine } from '#machines/event-pixels/event-pixels.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const eventPixelsGestures: Gestures<typeof eventPixelsMachine> = {
  'pixel.recalled': told,
  'query.change': told,
  'list.read': told,
};
