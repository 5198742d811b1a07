import { workspaceMachine } from '#machines/workspace.ts';
import { walkBare } from '../support/bare.ts';
import { workspacePlan } from '../support/plans/workspace.ts';

walkBare(workspaceMachine, workspacePlan);
