import type { verifyChainMachine } from '#machines/settings/audit-log.ts';
import type { Gestures } from '../../view-walk.tsx';

export const taskGestures: Gestures<typeof verifyChainMachine> = {
  'task.start': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Verify' })),
  'task.cancel': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Stop verifying' })),
  'task.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
};
