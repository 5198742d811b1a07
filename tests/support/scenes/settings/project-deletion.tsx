import { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import { ProjectDeletion } from '#views/settings/ProjectDeletion.tsx';
import { projectDeletionPlan } from '../../plans/settings/project-deletion.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const projectDeletionScene = sceneOf(projectDeletionMachine, projectDeletionPlan, {
  provide: withActors,
  view: (actor) => <ProjectDeletion actor={actor} zone="UTC" />,
});
