import { testResultsMachine } from '#machines/split-tests/test-results.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { testResultsPlan } from '../../support/plans/split-tests/test-results.ts';

walkActor(testResultsMachine, testResultsPlan);
