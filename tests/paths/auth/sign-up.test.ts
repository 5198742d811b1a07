import { signUpMachine } from '#machines/auth/sign-up.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { signUpPlan } from '../../support/plans/auth/sign-up.ts';

walkActor(signUpMachine, signUpPlan);
