import type { funnelDashboardMachine } from '#machines/funnels/funnel-dashboard.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** Tabs are links, which change the address. */
export const funnelDashboardGestures: Gestures<typeof funnelDashboardMachine> = {
  'address.recalled': fromElsewhere,
  'view.change': async ({ change }, { user, screen }) => {
    if (!change.range) {
      await user.click(screen.getByRole('button', { name: /^Compared with/ }));
      return user.click(await screen.findByRole('button', { name: 'Period before' }));
    }
    await user.click(screen.getByRole('button', { name: /^Date range/ }));
    return user.click(await screen.findByRole('button', { name: 'Last 7 days' }));
  },
  'figures.refresh': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Refresh' })),
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry funnel' })),
  'network.returned': fromElsewhere,
};
