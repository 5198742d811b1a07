import { verifyChainMachine } from '#machines/settings/settings-lists.ts';
import { walkBare } from '../../support/bare.ts';
import { taskPlan } from '../../support/plans/kit/task.ts';

walkBare(verifyChainMachine, taskPlan);
