import type { offerPayoutsMachine } from '#machines/offers/offer-payouts.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const offerPayoutsGestures: Gestures<typeof offerPayoutsMachine> = {
  'address.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'period.choose': async (_, { user, screen }) => {
    const picker = screen.queryByRole('button', { name: /Date range/ });
    if (!picker) return fromElsewhere;
    await user.click(picker);
    return user.click(await screen.findByRole('button', { name: 'Last month' }));
  },
  'list.read': fromElsewhere,
  'statement.print': async (_, { user, screen }) => {
    const print = screen.queryByRole('button', { name: 'Print' });
    return print ? user.click(print) : fromElsewhere;
  },
};
