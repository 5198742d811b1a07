import type { settingsMachine } from '#machines/settings/settings.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** The address, the selection and the session report these events: a clicked link changes the address. */
export const settingsGestures: Gestures<typeof settingsMachine> = {
  'settings.recalled': told,
  'query.change': told,
  'member.change': told,
};
