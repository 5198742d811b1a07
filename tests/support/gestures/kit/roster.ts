import type { tokensMachine } from '#machines/settings/settings-lists.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const rosterGestures: Gestures<typeof tokensMachine> = {
  'network.returned': fromElsewhere,
  'act.take': fromElsewhere,
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
  'entry.open': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Create token' })),
  'entry.save': async ({ draft }, { user, screen }) => {
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, draft.name);
    await user.type(screen.getByLabelText('Your password'), draft.password);
    const [, save] = screen.getAllByRole('button', { name: 'Create token', hidden: true });
    if (save) await user.click(save);
  },
  'entry.cancel': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Cancel' })),
  'act.ask': async ({ act }, { user, screen }) =>
    user.click(screen.getByRole('button', { name: `Revoke ${act.token.name}` })),
  'act.confirm': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Revoke' })),
  'act.cancel': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Cancel' })),
  'shown.dismiss': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'I have it' })),
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
};
