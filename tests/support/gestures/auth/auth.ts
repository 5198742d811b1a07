import type { authMachine } from '#machines/auth/auth.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** The navigation reports; only pages that did not come are asked for again by hand. */
export const authGestures: Gestures<typeof authMachine> = {
  'screen.shown': told,
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry page' })),
};
