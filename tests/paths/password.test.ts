import { passwordMachine } from '#machines/password.ts';
import { walkBare } from '../support/bare.ts';
import { passwordPlan } from '../support/plans/password.ts';

walkBare(passwordMachine, passwordPlan);
