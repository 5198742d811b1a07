import { reloadGuardMachine } from '#machines/app/reload-guard.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { reloadGuardPlan } from '../../support/plans/app/reload-guard.ts';

walkActor(reloadGuardMachine, reloadGuardPlan);
