import type { pixelTrialMachine } from '#machines/event-pixels/pixel-trial.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const pixelTrialGestures: Gestures<typeof pixelTrialMachine> = {
  'pixel.open': fromElsewhere,
  'pixel.close': fromElsewhere,
  'trial.send': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Send a test' })),
};
