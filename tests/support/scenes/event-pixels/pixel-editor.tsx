import { useSelector } from '@xstate/react';
import { type PixelEditorActor, pixelEditorMachine } from '#machines/event-pixels/pixel-editor.ts';
import { EditorPanel } from '#views/event-pixels/PixelPage.tsx';
import { pixelEditorPlan } from '../../plans/event-pixels/pixel-editor.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

function OpenPanel({ actor }: { actor: PixelEditorActor }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  return isOpen ? <EditorPanel editor={actor} /> : null;
}

export const pixelEditorScene = sceneOf(pixelEditorMachine, pixelEditorPlan, {
  provide: withActors,
  view: (actor) => <OpenPanel actor={actor} />,
});
