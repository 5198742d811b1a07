import { reconcileMachine } from '#machines/conversions/reconcile.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { reconcilePlan } from '../../support/plans/conversions/reconcile.ts';

walkActor(reconcileMachine, reconcilePlan);
