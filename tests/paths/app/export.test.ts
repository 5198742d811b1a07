import { exportMachine } from '#machines/app/export.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { exportPlan } from '../../support/plans/app/export.ts';

walkActor(exportMachine, exportPlan);
