import type { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import { fromElsewhere, type Gestures, undo } from '../../view-walk.tsx';

export const masterPixelsGestures: Gestures<typeof masterPixelsMachine> = {
  'query.change': fromElsewhere,
  'network.returned': fromElsewhere,
  'pixel.restore': ({ pixel }, hands) => undo(pixel.name, hands),
  'pixel.add': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Create pixel' })),
  'pixel.edit': async ({ pixel }, { user, screen }) =>
    user.click(screen.getByRole('button', { name: `Edit ${pixel.name}` })),
  'pixel.save': async ({ draft }, { user, screen }) => {
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, draft.name);
    await user.click(screen.getByRole('button', { name: /^Create and install|^Save pixel/ }));
  },
  'pixel.cancel': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Cancel' })),
  'pixel.turn': async ({ pixel }, { user, screen }) =>
    user.click(screen.getByRole('button', { name: new RegExp(`^(Pause|Resume) ${pixel.name}`) })),
  'pixel.remove': async ({ pixel }, { user, screen }) =>
    user.click(screen.getByRole('button', { name: `Remove ${pixel.name}` })),
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
};
