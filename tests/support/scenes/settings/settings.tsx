import { settingsMachine } from '#machines/settings/settings.ts';
import { SettingsScreen } from '#views/settings/SettingsScreen.tsx';
import { settingsPlan } from '../../plans/settings/settings.ts';
import { sceneOf } from '../../scene.ts';
import { settingsChildren, withActors } from '../../stub-machines.ts';

export const settingsScene = sceneOf(settingsMachine, settingsPlan, {
  provide: (machine, { address }) =>
    withActors(machine, { ...settingsChildren, ...(address ? { address } : {}) }),
  view: (actor) => <SettingsScreen actor={actor} />,
});
