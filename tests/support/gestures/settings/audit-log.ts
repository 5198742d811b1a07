import type { auditLogMachine } from '#machines/settings/audit-log.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const auditLogGestures: Gestures<typeof auditLogMachine> = {
  'search.change': async ({ search }, { user, screen }) => {
    const field = screen.getByRole('searchbox', { name: 'Search the log' });
    await user.clear(field);
    await user.click(field);
    await user.paste(search);
  },
  'log.more': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Load more' })),
  'network.returned': told,
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
