import type { eventPixelsMachine } from '#machines/event-pixels/event-pixels.ts';
import { fromElsewhere, type Gestures, undo } from '../../view-walk.tsx';

export const eventPixelsGestures: Gestures<typeof eventPixelsMachine> = {
  'pixel.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'network.returned': fromElsewhere,
  'pixel.restore': ({ pixel }, hands) => undo(pixel.name, hands),
  'pixel.switch': fromElsewhere,
  'pixel.remove': fromElsewhere,
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry event pixels' })),
};
