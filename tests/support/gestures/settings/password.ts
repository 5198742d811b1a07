import type { passwordMachine } from '#machines/settings/password.ts';
import type { Gestures } from '../../view-walk.tsx';

export const passwordGestures: Gestures<typeof passwordMachine> = {
  'password.open': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Change password' })),
  'password.cancel': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Cancel' })),
  'password.submit': async ({ change }, { user, screen }) => {
    const fields = [
      [screen.getByLabelText('Current password'), change.old_password],
      [screen.getByLabelText('New password'), change.new_password],
    ] as const;
    for (const [field, text] of fields) {
      await user.clear(field);
      await user.type(field, text);
    }
    await user.click(screen.getByRole('button', { name: 'Save password' }));
  },
};
