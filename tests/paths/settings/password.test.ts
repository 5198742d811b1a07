import { passwordMachine } from '#machines/settings/password.ts';
import { walkBare } from '../../support/bare.ts';
import { passwordPlan } from '../../support/plans/settings/password.ts';

walkBare(passwordMachine, passwordPlan);
