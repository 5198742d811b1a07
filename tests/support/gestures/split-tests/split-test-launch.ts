import type { splitTestLaunchMachine } from '#machines/split-tests/split-test-launch.ts';
import { fromElsewhere, type Gestures, type UserAndScreen } from '../../view-walk.tsx';

/** Clicks the button if it is there. */
const press = async (name: string | RegExp, { user, screen }: UserAndScreen) => {
  const button = screen.queryByRole('button', { name });
  return button ? user.click(button) : fromElsewhere;
};

export const splitTestLaunchGestures: Gestures<typeof splitTestLaunchMachine> = {
  next: async (_, hands) => press('Next: review', hands),
  back: async (_, hands) => press('Back', hands),
  retry: async (_, hands) => press(/^(Try again|Check again)$/, hands),
  'mine.keep': async (_, hands) => press('Keep mine', hands),
  // The field is on screen only after certain checks; a journey types into it.
  'confirm.change': fromElsewhere,
  'test.start': async (_, hands) => press('Start now', hands),
  'test.keep': async (_, hands) => press('Keep as a draft', hands),
};
