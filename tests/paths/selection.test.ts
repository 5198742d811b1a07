import { selectionMachine } from '#machines/selection.ts';
import { walkBare } from '../support/bare.ts';
import { selectionPlan } from '../support/plans/selection.ts';

walkBare(selectionMachine, selectionPlan);
