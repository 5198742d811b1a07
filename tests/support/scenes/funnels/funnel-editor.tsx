import { fromCallback, fromPromise } from 'xstate';
import {
  catalogMachine,
  draftEditorMachine,
  funnelEditorMachine,
  funnelPreviewMachine,
} from '#machines/funnels/funnel-editor.ts';
import { publishingMachine } from '#machines/funnels/publishing.ts';
import { FunnelEditorScreen } from '#views/funnels/FunnelEditorScreen.tsx';
import { catalog, preview } from '../../funnel-editor.ts';
import { funnel } from '../../funnel-overview.ts';
import { funnelEditorPlan } from '../../plans/funnels/funnel-editor.ts';
import { answered } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

/** The children of the editor with answers at once. */
export const editorChildren = {
  address: fromCallback(() => {}),
  leaveGuard: fromCallback(() => {}),
  editor: draftEditorMachine.provide({
    actors: {
      readEntity: fromPromise(async () => funnel),
      preview: funnelPreviewMachine.provide({
        actors: { readPreview: fromPromise(async () => preview) },
      }),
    },
  }),
  publishing: publishingMachine,
  catalog: catalogMachine.provide({ actors: { load: fromPromise(async () => answered(catalog)) } }),
};

export const funnelEditorScene = sceneOf(funnelEditorMachine, funnelEditorPlan, {
  provide: (machine) => withActors(machine, editorChildren),
  view: (actor) => <FunnelEditorScreen actor={actor} />,
});
