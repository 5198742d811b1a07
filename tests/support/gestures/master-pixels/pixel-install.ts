import type { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const pixelInstallGestures: Gestures<typeof pixelInstallMachine> = {
  'code.copied': fromElsewhere,
  'code.copy': fromElsewhere,
  'event.received': fromElsewhere,
  'event.rejected': fromElsewhere,
  'kind.choose': fromElsewhere,
  'page.verify': fromElsewhere,
  'listen.start': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: /^I have pasted it|^Wait again/ })),
  'snippet.show': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Show the code again' })),
  'page.leave': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Stop looking' })),
  'troubleshooting.show': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'What could be wrong?' })),
  'domain.limit': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: /^Allow only/ })),
  'domain.skip': fromElsewhere,
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
