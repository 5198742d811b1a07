import type { pixelExecutedMachine } from '#machines/master-pixels/pixel-executed.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const pixelExecutedGestures: Gestures<typeof pixelExecutedMachine> = {
  'affiliate.choose': async (_, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: /^Affiliate/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'North Media' }));
  },
  'query.change': told,
  'network.returned': told,
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
