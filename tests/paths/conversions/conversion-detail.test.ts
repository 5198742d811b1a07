import { storyMachine } from '#machines/conversions/conversion-detail.ts';
import { walkBare } from '../../support/bare.ts';
import { storyPlan } from '../../support/plans/conversions/conversion-detail.ts';

walkBare(storyMachine, storyPlan);
