import type { workspaceMachine } from '#machines/app/workspace.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The pages and the selection report these events; a person can only retry a screen that failed to load. */
export const workspaceGestures: Gestures<typeof workspaceMachine> = {
  'page.entered': fromElsewhere,
  'page.changed': fromElsewhere,
  'selection.changed': fromElsewhere,
  'member.changed': fromElsewhere,
  'network.returned': fromElsewhere,
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry screen' })),
};
