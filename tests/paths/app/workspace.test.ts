import { workspaceMachine } from '#machines/app/workspace.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { workspacePlan } from '../../support/plans/app/workspace.ts';

walkActor(workspaceMachine, workspacePlan);
