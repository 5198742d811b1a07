import { splitTestWizardMachine } from '#machines/split-tests/split-test-wizard.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { splitTestWizardPlan } from '../../support/plans/split-tests/split-test-wizard.ts';

walkActor(splitTestWizardMachine, splitTestWizardPlan);
