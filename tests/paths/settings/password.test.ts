import { passwordMachine } from '#machines/settings/password.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { passwordPlan } from '../../support/plans/settings/password.ts';

walkActor(passwordMachine, passwordPlan);
