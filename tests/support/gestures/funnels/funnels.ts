import type { funnelsMachine } from '#machines/funnels/funnels.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const funnelsGestures: Gestures<typeof funnelsMachine> = {
  'address.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'list.read': fromElsewhere,
  'figures.arrived': fromElsewhere,
  'figures.failed': fromElsewhere,
  'figures.finished': fromElsewhere,
  'figures.retry': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry the figures of Main offer' })),
  'range.choose': async (_, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: /Date range/ }));
    await user.click(await screen.findByRole('button', { name: 'Last 14 days' }));
  },
  'search.change': async ({ text }, { user, screen }) => {
    const field = screen.getByRole('searchbox', { name: 'Name of a funnel' });
    await user.click(field);
    await (text === '' ? user.clear(field) : user.paste(text));
  },
  'order.choose': async (_, { user, screen }) => {
    const rate = screen.queryByRole('columnheader', { name: 'Rate' });
    if (rate?.getAttribute('aria-sort') !== 'none') return fromElsewhere;
    return user.click(screen.getByRole('button', { name: 'Rate' }));
  },
};
