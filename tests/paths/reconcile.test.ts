import { reconcileMachine } from '#machines/reconcile.ts';
import { walkBare } from '../support/bare.ts';
import { reconcilePlan } from '../support/plans/reconcile.ts';

walkBare(reconcileMachine, reconcilePlan);
