import type { pixelListMachine } from '#machines/event-pixels/event-pixels.ts';
import { type Gestures, told, undo } from '../../viewed.tsx';
import { eventsWithoutGesture } from '../kit/collection.ts';

export const pixelListGestures: Gestures<typeof pixelListMachine> = {
  ...eventsWithoutGesture,
  'entry.remove': told,
  'entry.restore': ({ entry }, hands) => undo(entry.name, hands),
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry event pixels' })),
};
