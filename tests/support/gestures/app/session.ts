import type { sessionMachine } from '#machines/app/session.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const sessionGestures: Gestures<typeof sessionMachine> = {
  'credentials.submit': async ({ credentials }, { user, screen }) => {
    const email = screen.getByRole('textbox', { name: 'Email' });
    const password = screen.getByLabelText('Password');
    await user.clear(email);
    await user.type(email, credentials.email);
    await user.clear(password);
    await user.type(password, credentials.password);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  },
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: 'Retry' })),
  'session.leave': async (_, { user, screen }) => {
    const account = screen.queryByRole('button', { name: /^Account/ });
    if (!account) return user.click(screen.getByRole('button', { name: 'Sign out' }));
    await user.click(account);
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  },
  'member.arrived': fromElsewhere,
  'preferences.change': fromElsewhere,
  'session.expired': fromElsewhere,
  'session.ended': fromElsewhere,
  'session.changed': fromElsewhere,
  'network.returned': fromElsewhere,
  'page.entered': fromElsewhere,
  'page.changed': fromElsewhere,
  'session.renewed': fromElsewhere,
};
