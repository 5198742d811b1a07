import type { companyMachine } from '#machines/settings/company.ts';
import type { Gestures } from '../../view-walk.tsx';

export const formGestures: Gestures<typeof companyMachine> = {
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
  'form.save': async ({ draft }, { user, screen }) => {
    const name = screen.getByLabelText('Name');
    await user.clear(name);
    await user.type(name, draft.name);
    await user.click(screen.getByRole('button', { name: 'Save' }));
  },
};
