import type { pixelHealthMachine } from '#machines/event-pixels/pixel-health.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const pixelHealthGestures: Gestures<typeof pixelHealthMachine> = {
  'pixel.open': told,
  'pixel.close': told,
  'network.returned': told,
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry the health' })),
};
