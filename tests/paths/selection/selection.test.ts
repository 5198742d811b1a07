import { selectionMachine } from '#machines/selection/selection.ts';
import { walkBare } from '../../support/bare.ts';
import { selectionPlan } from '../../support/plans/selection/selection.ts';

walkBare(selectionMachine, selectionPlan);
