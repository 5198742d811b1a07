import type { conversionLogMachine } from '#machines/conversions/conversion-log.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const conversionLogGestures: Gestures<typeof conversionLogMachine> = {
  'query.change': told,
  'network.returned': told,
  'filter.change': async (_, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: /^Seen by/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Server and browser' }));
  },
  'text.change': async ({ text }, { user, screen }) => {
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), text.search ?? '');
  },
  'log.more': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Load more' })),
  'log.refresh': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Refresh' })),
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
