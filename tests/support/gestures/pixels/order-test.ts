import type { orderTestMachine } from '#machines/pixels/order-test.ts';
import type { Gestures } from '../../view-walk.tsx';
import { fromElsewhere } from '../../view-walk.tsx';

export const orderTestGestures: Gestures<typeof orderTestMachine> = {
  'test.run': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Send test order' })),
  'test.cancel': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Cancel' })),
  'test.clear': fromElsewhere,
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
