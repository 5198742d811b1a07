import { selectionMachine } from '#machines/selection/selection.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { selectionPlan } from '../../support/plans/selection/selection.ts';

walkActor(selectionMachine, selectionPlan);
