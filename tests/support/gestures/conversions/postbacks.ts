import type { postbacksMachine } from '#machines/conversions/postbacks.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** Other days and another project come from elsewhere on the screen. */
export const postbacksGestures: Gestures<typeof postbacksMachine> = {
  'query.change': told,
  'result.choose': async (_, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: /^Result/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Click not known' }));
  },
  'search.change': async ({ search }, { user, screen }) => {
    const field = screen.getByRole('searchbox');
    await user.clear(field);
    await user.click(field);
    await user.paste(search);
  },
  'postbacks.refresh': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Refresh' })),
  'log.more': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Load more' })),
  'network.returned': told,
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
