import { useSelector } from '@xstate/react';
import { type PublishingActor, publishingMachine } from '#machines/funnels/publishing.ts';
import { PublishDialog } from '#views/funnels/editor/PublishDialog.tsx';
import { publishingPlan } from '../../plans/funnels/publishing.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

function OpenDialog({ actor }: { actor: PublishingActor }) {
  const isAsking = useSelector(actor, (snapshot) => snapshot.hasTag('asking'));
  return isAsking ? <PublishDialog actor={actor} /> : null;
}

export const publishingScene = sceneOf(publishingMachine, publishingPlan, {
  provide: withActors,
  view: (actor) => <OpenDialog actor={actor} />,
});
