import { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import { ProjectDeletion } from '#views/settings/ProjectDeletion.tsx';
import { projectDeletionPlan } from '../../plans/settings/project-deletion.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const projectDeletionScene = sceneOf(projectDeletionMachine, projectDeletionPlan, {
  cast: recast,
  view: (actor) => <ProjectDeletion actor={actor} zone="UTC" />,
});
