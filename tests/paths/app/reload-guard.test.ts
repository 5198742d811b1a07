import { reloadGuardMachine } from '#machines/app/reload-guard.ts';
import { walkBare } from '../../support/bare.ts';
import { reloadGuardPlan } from '../../support/plans/app/reload-guard.ts';

walkBare(reloadGuardMachine, reloadGuardPlan);
