import type { offerStatusMachine } from '#machines/offers/offer-status.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const offerStatusGestures: Gestures<typeof offerStatusMachine> = {
  'status.choose': fromElsewhere,
  'status.undo': fromElsewhere,
  'status.confirm': async ({ reason }, { user, screen }) => {
    const field = screen.getByLabelText('Reason (optional)');
    await user.clear(field);
    await user.type(field, reason);
    return user.click(screen.getByRole('button', { name: /^Pause/ }));
  },
  'status.cancel': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: /^(Cancel|Dismiss)$/ })),
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: 'Retry' })),
};
