import { fillingMachine } from '#machines/filling.ts';
import { walkBare } from '../support/bare.ts';
import { fillingPlan } from '../support/plans/filling.ts';

walkBare(fillingMachine, fillingPlan);
