import { reconcileValuesMachine } from '#machines/reconcile-values.ts';
import { walkBare } from '../support/bare.ts';
import { reconcileValuesPlan } from '../support/plans/reconcile-values.ts';

walkBare(reconcileValuesMachine, reconcileValuesPlan);
