import { projectDeletionMachine } from '#machines/project-deletion.ts';
import { Deletion } from '#views/settings/Deletion.tsx';
import { projectDeletionPlan } from '../plans/project-deletion.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const projectDeletionScene = sceneOf(projectDeletionMachine, projectDeletionPlan, {
  cast: recast,
  view: (actor) => <Deletion actor={actor} zone="UTC" />,
});
