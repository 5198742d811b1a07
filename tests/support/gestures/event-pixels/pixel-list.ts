import type { pixelListMachine } from '#machines/event-pixels/event-pixels.ts';
import { fromElsewhere, type Gestures, undo } from '../../view-walk.tsx';
import { eventsWithoutGesture } from '../kit/collection.ts';

export const pixelListGestures: Gestures<typeof pixelListMachine> = {
  ...eventsWithoutGesture,
  'entry.remove': fromElsewhere,
  'entry.restore': ({ entry }, hands) => undo(entry.name, hands),
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry event pixels' })),
};
