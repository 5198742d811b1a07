import type { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** Links and the lookback open and close it. */
export const conversionDetailGestures: Gestures<typeof conversionDetailMachine> = {
  'conversion.open': fromElsewhere,
  'conversion.close': fromElsewhere,
  'conversion.refresh': fromElsewhere,
  'correction.made': fromElsewhere,
  'lookback.change': fromElsewhere,
  'network.returned': fromElsewhere,
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry conversion' })),
};
