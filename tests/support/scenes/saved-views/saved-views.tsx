import { createActor } from 'xstate';
import { shareMachine } from '#machines/app/share.ts';
import { savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import type { Query } from '#model/query.ts';
import { ViewsMenu } from '#views/saved-views/ViewsMenu.tsx';
import { savedViewsPlan } from '../../plans/saved-views/saved-views.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, stubbedWorkspace, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();

const workspace = createActor(stubbedWorkspace, { input: { member, facts: {} } }).start();

const share = createActor(shareMachine).start();

export const savedViewsScene = sceneOf(savedViewsMachine, savedViewsPlan, {
  provide: withActors,
  view: (actor) => (
    <ViewsMenu views={actor} share={share} selection={selection} workspace={workspace} />
  ),
});
