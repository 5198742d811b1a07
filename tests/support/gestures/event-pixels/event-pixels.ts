import type { eventPixelsMachine } from '#machines/event-pixels/event-pixels.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const eventPixelsGestures: Gestures<typeof eventPixelsMachine> = {
  'pixel.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'list.read': fromElsewhere,
};
