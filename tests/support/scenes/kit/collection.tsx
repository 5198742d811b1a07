import { Tokens } from '#views/settings/Tokens.tsx';
import { collectionPlan, tokenCollection } from '../../plans/kit/collection.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

const [project] = member.projects;
if (!project) throw new Error('The sample has a project.');

export const collectionScene = sceneOf(tokenCollection, collectionPlan, {
  provide: withActors,
  view: (actor) => <Tokens actor={actor} project={project} zone="UTC" />,
});
