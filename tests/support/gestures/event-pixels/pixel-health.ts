import type { pixelHealthMachine } from '#machines/event-pixels/pixel-health.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const pixelHealthGestures: Gestures<typeof pixelHealthMachine> = {
  'pixel.open': fromElsewhere,
  'pixel.close': fromElsewhere,
  'network.returned': fromElsewhere,
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry the health' })),
};
