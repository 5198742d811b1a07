import type { offerDetailMachine } from '#machines/offers/offer-detail.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** Tabs are links, which change the address. */
export const offerDetailGestures: Gestures<typeof offerDetailMachine> = {
  'address.recalled': fromElsewhere,
  'list.read': fromElsewhere,
  'offer.changed': fromElsewhere,
  'terms.changed': fromElsewhere,
  'job.left': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'view.change': async (_, { user, screen }) => {
    await user.click(await screen.findByRole('button', { name: /^Date range/ }));
    return user.click(await screen.findByRole('button', { name: 'Yesterday' }));
  },
};
