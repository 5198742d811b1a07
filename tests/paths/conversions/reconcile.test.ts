import { reconcileMachine } from '#machines/conversions/reconcile.ts';
import { walkBare } from '../../support/bare.ts';
import { reconcilePlan } from '../../support/plans/conversions/reconcile.ts';

walkBare(reconcileMachine, reconcilePlan);
