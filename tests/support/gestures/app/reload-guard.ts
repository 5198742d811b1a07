import type { reloadGuardMachine } from '#machines/app/reload-guard.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const reloadGuardGestures: Gestures<typeof reloadGuardMachine> = {
  'chunk.failed': told,
  reload: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: 'Reload' })),
};
