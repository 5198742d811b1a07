import type { regionsMachine } from '#machines/dashboard/regions.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** The query comes from the selection, the country from the panel beside it. */
export const regionsGestures: Gestures<typeof regionsMachine> = {
  'query.change': told,
  'country.open': told,
  'country.close': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: /^All countries/ })),
};
