import type { pixelTrialMachine } from '#machines/event-pixels/pixel-trial.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const pixelTrialGestures: Gestures<typeof pixelTrialMachine> = {
  'pixel.open': told,
  'pixel.close': told,
  'trial.send': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Send a test' })),
};
