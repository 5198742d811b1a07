import { notePreview, previewPlan } from '../../plans/kit/preview.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';
import { EditorPreview } from './EditorPreview.tsx';

export const previewScene = sceneOf(notePreview, previewPlan, {
  provide: withActors,
  view: (actor) => (
    <EditorPreview actor={actor} name="Preview" unreadable="Give the note a name first.">
      {({ letters }) => <p>{letters} letters</p>}
    </EditorPreview>
  ),
});
