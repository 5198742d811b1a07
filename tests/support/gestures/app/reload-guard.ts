import type { reloadGuardMachine } from '#machines/app/reload-guard.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const reloadGuardGestures: Gestures<typeof reloadGuardMachine> = {
  'chunk.failed': fromElsewhere,
  reload: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: 'Reload' })),
};
