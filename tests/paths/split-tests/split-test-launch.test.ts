import { splitTestLaunchMachine } from '#machines/split-tests/split-test-launch.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { splitTestLaunchPlan } from '../../support/plans/split-tests/split-test-launch.ts';

walkActor(splitTestLaunchMachine, splitTestLaunchPlan);
