import { projectDeletionMachine } from '#machines/project-deletion.ts';
import { walkBare } from '../support/bare.ts';
import { projectDeletionPlan } from '../support/plans/project-deletion.ts';

walkBare(projectDeletionMachine, projectDeletionPlan);
