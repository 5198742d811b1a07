import { verifyChainMachine } from '#machines/settings/audit-log.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { taskPlan } from '../../support/plans/kit/task.ts';

walkActor(verifyChainMachine, taskPlan);
