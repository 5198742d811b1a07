import type { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const pixelStreamGestures: Gestures<typeof pixelStreamMachine> = {
  'stream.opened': fromElsewhere,
  'stream.received': fromElsewhere,
  'stream.rejected': fromElsewhere,
  'stream.skipped': fromElsewhere,
  'stream.advanced': fromElsewhere,
  'stream.lost': fromElsewhere,
  'stream.refused': fromElsewhere,
  'scope.change': fromElsewhere,
  'network.lost': fromElsewhere,
  'network.returned': fromElsewhere,
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
