import { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import { Deletion } from '#views/settings/ProjectDeletion.tsx';
import { projectDeletionPlan } from '../../plans/settings/project-deletion.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const projectDeletionScene = sceneOf(projectDeletionMachine, projectDeletionPlan, {
  cast: recast,
  view: (actor) => <Deletion actor={actor} zone="UTC" />,
});
