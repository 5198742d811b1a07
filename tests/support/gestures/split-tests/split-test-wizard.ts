import type { splitTestWizardMachine } from '#machines/split-tests/split-test-wizard.ts';
import { fromElsewhere, type Gestures, type UserAndScreen } from '../../view-walk.tsx';

/** Clicks the button if it is there. */
const press = async (name: string | RegExp, { user, screen }: UserAndScreen) => {
  const button = screen.queryByRole('button', { name });
  return button ? user.click(button) : fromElsewhere;
};

export const splitTestWizardGestures: Gestures<typeof splitTestWizardMachine> = {
  'address.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  // A draft of many fields; single fields are typed into by hand-written journeys.
  'draft.change': fromElsewhere,
  'test.stored': fromElsewhere,
  'draft.resume': async (_, hands) => press('Go on', hands),
  'draft.discard': async (_, hands) => press(/^Discard/, hands),
  'draft.keep': async (_, hands) => press('Keep it', hands),
  next: async (_, hands) => press(/^Next/, hands),
  back: async (_, hands) => press('Back', hands),
  retry: async (_, hands) => press(/^Retry/, hands),
  leave: async (_, hands) => press(/^(Cancel|All split tests)$/, hands),
  stay: async (_, hands) => press('Stay here', hands),
};
