import type { logoMachine } from '#machines/settings/logo.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const logoGestures: Gestures<typeof logoMachine> = {
  'upload.progressed': fromElsewhere,
  'upload.done': fromElsewhere,
  'upload.failed': fromElsewhere,
  'file.choose': async ({ file }, { user, screen }) =>
    user.upload(
      screen.getByLabelText('Choose logo'),
      new File(['picture'], file.name, { type: file.type }),
    ),
  'file.discard': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Discard' })),
  'upload.start': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: /^Upload$|^Try again$/ })),
  'upload.cancel': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Cancel upload' })),
  'image.remove': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Remove' })),
};
