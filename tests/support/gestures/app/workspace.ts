import type { workspaceMachine } from '#machines/app/workspace.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** The pages and the selection report these events; a person can only retry a screen that failed to load. */
export const workspaceGestures: Gestures<typeof workspaceMachine> = {
  'page.entered': told,
  'page.changed': told,
  'selection.changed': told,
  'member.changed': told,
  'network.returned': told,
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry screen' })),
};
