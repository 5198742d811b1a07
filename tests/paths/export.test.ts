import { exportMachine } from '#machines/export.ts';
import { walkBare } from '../support/bare.ts';
import { exportPlan } from '../support/plans/export.ts';

walkBare(exportMachine, exportPlan);
