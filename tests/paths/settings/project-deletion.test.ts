import { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import { walkBare } from '../../support/bare.ts';
import { projectDeletionPlan } from '../../support/plans/settings/project-deletion.ts';

walkBare(projectDeletionMachine, projectDeletionPlan);
