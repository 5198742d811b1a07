import { settingsMachine } from '#machines/settings.ts';
import { walkBare } from '../support/bare.ts';
import { settingsPlan } from '../support/plans/settings.ts';

walkBare(settingsMachine, settingsPlan);
