import type { sessionMachine } from '#machines/app/session.ts';
import { type Gestures, told } from '../../viewed.tsx';

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
  'member.arrived': told,
  'preferences.change': told,
  'session.expired': told,
  'session.ended': told,
  'session.changed': told,
  'network.returned': told,
  'page.entered': told,
  'page.changed': told,
  'session.renewed': told,
};
