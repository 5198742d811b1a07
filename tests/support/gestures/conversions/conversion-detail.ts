import type { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** Links and the lookback open and close it. */
export const conversionDetailGestures: Gestures<typeof conversionDetailMachine> = {
  'story.open': told,
  'story.close': told,
  'story.refresh': told,
  'correction.made': told,
  'lookback.change': told,
  'network.returned': told,
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry conversion' })),
};
