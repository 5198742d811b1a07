import { settingsMachine } from '#machines/settings/settings.ts';
import { walkBare } from '../../support/bare.ts';
import { settingsPlan } from '../../support/plans/settings/settings.ts';

walkBare(settingsMachine, settingsPlan);
