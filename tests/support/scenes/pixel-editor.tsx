import { useSelector } from '@xstate/react';
import { type PixelEditorActor, pixelEditorMachine } from '#machines/pixel-editor.ts';
import { EditorPanel } from '#views/pixels/events/PixelPage.tsx';
import { pixelEditorPlan } from '../plans/pixel-editor.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

function OpenPanel({ actor }: { actor: PixelEditorActor }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  return isOpen ? <EditorPanel editor={actor} /> : null;
}

export const pixelEditorScene = sceneOf(pixelEditorMachine, pixelEditorPlan, {
  cast: recast,
  view: (actor) => <OpenPanel actor={actor} />,
});
