import type { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const pixelInstallGestures: Gestures<typeof pixelInstallMachine> = {
  'code.copied': told,
  'code.copy': told,
  'event.heard': told,
  'event.rejected': told,
  'kind.choose': told,
  'page.verify': told,
  'listen.start': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: /^I have pasted it|^Wait again/ })),
  'snippet.show': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Show the code again' })),
  'page.leave': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Stop looking' })),
  'trouble.show': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'What could be wrong?' })),
  'domain.limit': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: /^Allow only/ })),
  'domain.skip': told,
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
