import { createActor } from 'xstate';
import { shareMachine } from '#machines/app/share.ts';
import { savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import type { Query } from '#model/query.ts';
import { ViewsMenu } from '#views/saved-views/ViewsMenu.tsx';
import { sharePlan } from '../../plans/app/share.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, stubbedWorkspace, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();

export const workspace = createActor(stubbedWorkspace, { input: { member, facts: {} } }).start();

const views = createActor(savedViewsMachine, { input: { scope: null } }).start();

export const shareScene = sceneOf(shareMachine, sharePlan, {
  provide: withActors,
  view: (actor) => (
    <ViewsMenu views={views} share={actor} selection={selection} workspace={workspace} />
  ),
});
