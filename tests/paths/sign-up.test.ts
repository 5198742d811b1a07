import { signUpMachine } from '#machines/sign-up.ts';
import { walkBare } from '../support/bare.ts';
import { signUpPlan } from '../support/plans/sign-up.ts';

walkBare(signUpMachine, signUpPlan);
