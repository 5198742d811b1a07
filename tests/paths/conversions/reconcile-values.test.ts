import { reconcileValuesMachine } from '#machines/conversions/reconcile-values.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { reconcileValuesPlan } from '../../support/plans/conversions/reconcile-values.ts';

walkActor(reconcileValuesMachine, reconcileValuesPlan);
