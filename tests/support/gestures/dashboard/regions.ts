import type { regionsMachine } from '#machines/dashboard/regions.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The query comes from the selection, the country from the panel beside it. */
export const regionsGestures: Gestures<typeof regionsMachine> = {
  'query.change': fromElsewhere,
  'country.open': fromElsewhere,
  'country.close': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: /^All countries/ })),
};
