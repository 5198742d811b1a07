import { exportMachine } from '#machines/app/export.ts';
import { walkBare } from '../../support/bare.ts';
import { exportPlan } from '../../support/plans/app/export.ts';

walkBare(exportMachine, exportPlan);
