import { logoMachine } from '#machines/settings/logo.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { logoPlan } from '../../support/plans/settings/logo.ts';

walkActor(logoMachine, logoPlan);
