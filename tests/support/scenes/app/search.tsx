import { createActor, fromCallback, fromPromise } from 'xstate';
import { searchMachine } from '#machines/app/search.ts';
import { type SessionActor, sessionMachine } from '#machines/app/session.ts';
import type { Query } from '#model/query.ts';
import { Commands } from '#views/app/shell/Commands.tsx';
import { searchPlan } from '../../plans/app/search.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, stubbedWorkspace, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();
const workspace = createActor(stubbedWorkspace, { input: { member, facts: {} } }).start();
const session = createActor(
  withActors(sessionMachine, {
    recall: fromPromise(() => new Promise<never>(() => {})),
    tabs: fromCallback(() => {}),
  }),
).start() as unknown as SessionActor;

export const searchScene = sceneOf(searchMachine, searchPlan, {
  provide: withActors,
  view: (actor) => (
    <Commands actor={session} selection={selection} workspace={workspace} search={actor} />
  ),
});
