import { verifyChainMachine } from '#machines/settings-entries.ts';
import { walkBare } from '../support/bare.ts';
import { taskPlan } from '../support/plans/task.ts';

walkBare(verifyChainMachine, taskPlan);
