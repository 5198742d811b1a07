import { testChangeMachine } from '#machines/split-tests/test-change.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { testChangePlan } from '../../support/plans/split-tests/test-change.ts';

walkActor(testChangeMachine, testChangePlan);
