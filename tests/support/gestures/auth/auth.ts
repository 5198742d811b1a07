import type { authMachine } from '#machines/auth/auth.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The navigation reports these events; a person can only retry pages that failed to load. */
export const authGestures: Gestures<typeof authMachine> = {
  'screen.shown': fromElsewhere,
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry page' })),
};
