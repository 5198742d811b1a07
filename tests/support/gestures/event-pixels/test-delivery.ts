import type { testDeliveryMachine } from '#machines/event-pixels/test-delivery.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const testDeliveryGestures: Gestures<typeof testDeliveryMachine> = {
  'pixel.open': fromElsewhere,
  'pixel.close': fromElsewhere,
  'test.send': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Send a test' })),
};
