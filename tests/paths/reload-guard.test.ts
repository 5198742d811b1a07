import { reloadGuardMachine } from '#machines/reload-guard.ts';
import { walkBare } from '../support/bare.ts';
import { reloadGuardPlan } from '../support/plans/reload-guard.ts';

walkBare(reloadGuardMachine, reloadGuardPlan);
