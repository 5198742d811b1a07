import type { settingsMachine } from '#machines/settings/settings.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The address, a run, the selection and the session report these events: a clicked link changes the address. */
export const settingsGestures: Gestures<typeof settingsMachine> = {
  'settings.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'job.left': fromElsewhere,
};
