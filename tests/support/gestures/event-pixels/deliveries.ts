import type { deliveriesMachine } from '#machines/event-pixels/deliveries.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const deliveriesGestures: Gestures<typeof deliveriesMachine> = {
  'pixel.open': told,
  'pixel.close': told,
};
