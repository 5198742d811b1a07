import type { pixelsMachine } from '#machines/pixels/pixels.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The address and the selection report these events: a clicked link changes the address. */
export const pixelsGestures: Gestures<typeof pixelsMachine> = {
  'pixels.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'affiliate.choose': fromElsewhere,
};
