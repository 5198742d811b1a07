import { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { splitTestDetailPlan } from '../../support/plans/split-tests/split-test-detail.ts';

walkActor(splitTestDetailMachine, splitTestDetailPlan);
