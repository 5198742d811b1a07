import { reconcileValuesMachine } from '#machines/conversions/reconcile-values.ts';
import { walkBare } from '../../support/bare.ts';
import { reconcileValuesPlan } from '../../support/plans/conversions/reconcile-values.ts';

walkBare(reconcileValuesMachine, reconcileValuesPlan);
