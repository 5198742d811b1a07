import type { jobRunMachine } from '#machines/settings/scheduled-jobs.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const jobGestures: Gestures<typeof jobRunMachine> = {
  'job.start': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: /^Run now: / })),
  'job.leave': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: /^(Stop waiting|Dismiss)$/ })),
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: 'Retry' })),
  'network.returned': fromElsewhere,
};
