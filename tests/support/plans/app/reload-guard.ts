import type { reloadGuardMachine } from '#machines/app/reload-guard.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

export const reloadGuardPlan: Plan<typeof reloadGuardMachine> = {
  events: {
    'chunk.failed': [
      { type: 'chunk.failed', path: '/dashboard' },
      { type: 'chunk.failed', path: '/offers' },
    ],
    reload: [{ type: 'reload' }],
  },
  answers: {
    chunks: [],
    recallReloads: [
      { output: ['/dashboard'] },
      { output: [] },
      { error: new Error('Storage is blocked.') },
    ],
    reload: [{ error: new Error('The reload cannot be noted down.') }, { error: offline }],
  },
};
