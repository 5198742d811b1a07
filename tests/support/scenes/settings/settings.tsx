import { settingsMachine } from '#machines/settings/settings.ts';
import { SettingsScreen } from '#views/settings/SettingsScreen.tsx';
import { settingsPlan } from '../../plans/settings/settings.ts';
import { sceneOf } from '../../scene.ts';
import { recast, settingsChildren } from '../../stage.tsx';

export const settingsScene = sceneOf(settingsMachine, settingsPlan, {
  cast: (machine, { address }) =>
    recast(machine, { ...settingsChildren, ...(address ? { address } : {}) }),
  view: (actor) => <SettingsScreen actor={actor} />,
});
