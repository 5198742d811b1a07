import type { eventPixelsMachine } from '#machines/event-pixels/event-pixels.ts';
import { type Gestures, told, undo } from '../../viewed.tsx';

export const eventPixelsGestures: Gestures<typeof eventPixelsMachine> = {
  'pixel.recalled': told,
  'query.change': told,
  'network.returned': told,
  'pixel.restore': ({ pixel }, hands) => undo(pixel.name, hands),
  'pixel.switch': told,
  'pixel.remove': told,
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry event pixels' })),
};
