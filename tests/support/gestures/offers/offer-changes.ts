import type { offerChangesMachine } from '#machines/offers/offer-changes.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const offerChangesGestures: Gestures<typeof offerChangesMachine> = {
  'change.make': fromElsewhere,
  'refusals.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry the change' })),
};
