import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { savedViewsMachine } from '#machines/saved-views.ts';
import { shareMachine } from '#machines/share.ts';
import { ViewsMenu } from '#views/shell/ViewsMenu.tsx';
import { savedViewsPlan } from '../plans/saved-views.ts';
import { recorder } from '../recorder.ts';
import { member } from '../samples.ts';
import { sceneOf } from '../scene.ts';
import { recast, selectionStage, workspaceStage } from '../stage.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

const workspace = createActor(workspaceStage, { input: { member, facts: {} } }).start();

const share = createActor(shareMachine).start();

export const savedViewsScene = sceneOf(savedViewsMachine, savedViewsPlan, {
  cast: recast,
  view: (actor) => (
    <ViewsMenu views={actor} share={share} selection={selection} workspace={workspace} />
  ),
});
