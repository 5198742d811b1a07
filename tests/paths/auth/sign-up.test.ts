import { signUpMachine } from '#machines/auth/sign-up.ts';
import { walkBare } from '../../support/bare.ts';
import { signUpPlan } from '../../support/plans/auth/sign-up.ts';

walkBare(signUpMachine, signUpPlan);
