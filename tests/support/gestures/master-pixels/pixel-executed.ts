import type { pixelExecutedMachine } from '#machines/master-pixels/pixel-executed.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const pixelExecutedGestures: Gestures<typeof pixelExecutedMachine> = {
  'affiliate.choose': async (_, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: /^Affiliate/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'North Media' }));
  },
  'query.change': fromElsewhere,
  'network.returned': fromElsewhere,
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
