import type { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import { type Gestures, undo } from '../../view-walk.tsx';
import { eventsWithoutGesture } from '../kit/collection.ts';

export const masterPixelsGestures: Gestures<typeof masterPixelsMachine> = {
  ...eventsWithoutGesture,
  'entry.restore': ({ entry }, hands) => undo(entry.name, hands),
  'entry.add': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Create pixel' })),
  'entry.edit': async ({ entry }, { user, screen }) =>
    user.click(screen.getByRole('button', { name: `Edit ${entry.name}` })),
  'entry.save': async ({ draft }, { user, screen }) => {
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, draft.name);
    await user.click(screen.getByRole('button', { name: /^Create and install|^Save pixel/ }));
  },
  'form.cancel': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Cancel' })),
  'action.run': async ({ action: { pixel } }, { user, screen }) =>
    user.click(screen.getByRole('button', { name: new RegExp(`^(Pause|Resume) ${pixel.name}`) })),
  'entry.remove': async ({ entry }, { user, screen }) =>
    user.click(screen.getByRole('button', { name: `Remove ${entry.name}` })),
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
};
