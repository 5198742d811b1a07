import { workspaceMachine } from '#machines/app/workspace.ts';
import { walkBare } from '../../support/bare.ts';
import { workspacePlan } from '../../support/plans/app/workspace.ts';

walkBare(workspaceMachine, workspacePlan);
