import { settingsMachine } from '#machines/settings/settings.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { settingsPlan } from '../../support/plans/settings/settings.ts';

walkActor(settingsMachine, settingsPlan);
