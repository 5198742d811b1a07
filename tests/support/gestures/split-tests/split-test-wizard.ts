import type { splitTestWizardMachine } from '#machines/split-tests/split-test-wizard.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const splitTestWizardGestures: Gestures<typeof splitTestWizardMachine> = {
  'address.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
};
