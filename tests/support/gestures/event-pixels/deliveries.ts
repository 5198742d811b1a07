import type { deliveriesMachine } from '#machines/event-pixels/deliveries.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const deliveriesGestures: Gestures<typeof deliveriesMachine> = {
  'pixel.open': fromElsewhere,
  'pixel.close': fromElsewhere,
};
