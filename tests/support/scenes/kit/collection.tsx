import { tokensMachine } from '#machines/settings/settings-lists.ts';
import { Tokens } from '#views/settings/Tokens.tsx';
import { rosterPlan } from '../../plans/kit/collection.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

const [project] = member.projects;
if (!project) throw new Error('The sample has a project.');

export const rosterScene = sceneOf(tokensMachine, rosterPlan, {
  cast: recast,
  view: (actor) => <Tokens actor={actor} project={project} zone="UTC" />,
});
