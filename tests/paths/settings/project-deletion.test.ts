import { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { projectDeletionPlan } from '../../support/plans/settings/project-deletion.ts';

walkActor(projectDeletionMachine, projectDeletionPlan);
