import type { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const pixelStreamGestures: Gestures<typeof pixelStreamMachine> = {
  'stream.opened': told,
  'stream.told': told,
  'stream.rejected': told,
  'stream.skipped': told,
  'stream.reached': told,
  'stream.lost': told,
  'stream.refused': told,
  'hearing.change': told,
  'network.lost': told,
  'network.returned': told,
  'filter.change': async (_, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: /^Side/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Server' }));
  },
  'stream.pause': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Pause' })),
  'stream.resume': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Resume' })),
  'stream.clear': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Clear' })),
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
