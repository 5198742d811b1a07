import type { deliveryListMachine } from '#machines/event-pixels/deliveries.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The deliveries have no text to type and no rows to select. */
export const pagedListGestures: Gestures<typeof deliveryListMachine> = {
  'query.change': fromElsewhere,
  'text.change': fromElsewhere,
  'selection.change': fromElsewhere,
  'result.dismiss': fromElsewhere,
  'network.returned': fromElsewhere,
  'filter.change': async (_, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: /^Outcome/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Answered with an error' }));
  },
  'page.next': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Load more' })),
  'list.refresh': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Refresh deliveries' })),
  /** Only deliveries of one outcome can be sent once more; the paths do not always choose one. */
  'action.run': fromElsewhere,
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry deliveries' })),
};
