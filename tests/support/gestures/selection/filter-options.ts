import type { filterOptionsMachine } from '#machines/selection/filter-options.ts';
import { groupNames } from '#views/selection/groups.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const filterOptionsGestures: Gestures<typeof filterOptionsMachine> = {
  'group.open': async ({ group }, { user, screen }) => {
    const head = screen.getByRole('button', { name: groupNames[group] });
    if (head.getAttribute('aria-expanded') === 'true') await user.click(head);
    await user.click(head);
  },
  'group.close': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { expanded: true })),
  'query.change': fromElsewhere,
  'network.returned': fromElsewhere,
  /** No name is requested here: another child reports that the server is back. */
  retry: async (_, { user, screen }) => {
    const button = screen.queryByRole('button', { name: 'Retry' });
    return button ? user.click(button) : fromElsewhere;
  },
};
