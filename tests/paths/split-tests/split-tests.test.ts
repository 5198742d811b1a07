import { splitTestsMachine } from '#machines/split-tests/split-tests.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { splitTestsPlan } from '../../support/plans/split-tests/split-tests.ts';

walkActor(splitTestsMachine, splitTestsPlan);
