import type { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import type { Gestures } from '../../view-walk.tsx';

export const projectDeletionGestures: Gestures<typeof projectDeletionMachine> = {
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
  'deletion.start': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Delete Acme' })),
  'deletion.submit': async ({ name }, { user, screen }) => {
    const field = await screen.findByLabelText('Type Acme to go on');
    await user.clear(field);
    await user.type(field, name);
    await user.click(screen.getByRole('button', { name: 'Delete project' }));
  },
  'deletion.cancel': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Cancel' })),
  'deletion.undo': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Keep the project' })),
};
