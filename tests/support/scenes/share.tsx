import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { savedViewsMachine } from '#machines/saved-views.ts';
import { shareMachine } from '#machines/share.ts';
import { ViewsMenu } from '#views/shell/ViewsMenu.tsx';
import { sharePlan } from '../plans/share.ts';
import { recorder } from '../recorder.ts';
import { member } from '../samples.ts';
import { sceneOf } from '../scene.ts';
import { recast, selectionStage, workspaceStage } from '../stage.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

export const workspace = createActor(workspaceStage, { input: { member, facts: {} } }).start();

const views = createActor(savedViewsMachine).start();

export const shareScene = sceneOf(shareMachine, sharePlan, {
  cast: recast,
  view: (actor) => (
    <ViewsMenu views={views} share={actor} selection={selection} workspace={workspace} />
  ),
});
