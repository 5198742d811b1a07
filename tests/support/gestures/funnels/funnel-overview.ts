import type { funnelOverviewMachine } from '#machines/funnels/funnel-overview.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The days are chosen like those of every screen, which `tests/views/selection` shows. */
export const funnelOverviewGestures: Gestures<typeof funnelOverviewMachine> = {
  'address.recalled': fromElsewhere,
  'list.read': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'range.choose': async (_, { user, screen }) => {
    await user.click(await screen.findByRole('button', { name: /^Date range/ }));
    await user.click(await screen.findByRole('button', { name: 'Yesterday' }));
  },
};
