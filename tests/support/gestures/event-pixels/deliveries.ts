import type { deliveriesMachine } from '#machines/event-pixels/deliveries.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const deliveriesGestures: Gestures<typeof deliveriesMachine> = {
  'pixel.open': told,
  'pixel.close': told,
  'network.returned': told,
  'outcome.choose': async (_, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: /^Outcome/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Answered with an error' }));
  },
  'log.more': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Load more' })),
  'log.refresh': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Refresh deliveries' })),
  /** Only what ended as one outcome can be sent once more; the paths do not always choose one. */
  'replay.send': told,
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry deliveries' })),
};
