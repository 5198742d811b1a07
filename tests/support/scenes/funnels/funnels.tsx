import { createActor, fromCallback, fromPromise } from 'xstate';
import { funnelListMachine, funnelsMachine } from '#machines/funnels/funnels.ts';
import type { Query } from '#model/query.ts';
import { FunnelList } from '#views/funnels/FunnelList.tsx';
import { draftRow, mainRow, pausedRow } from '../../funnels.ts';
import { funnelsPlan } from '../../plans/funnels/funnels.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, withActors } from '../../stub-machines.ts';

/** The list of the screen, already loaded; its events to the machine come from the plan. */
const list = createActor(
  withActors(funnelListMachine, {
    readEntries: fromPromise(async () => ({ rows: [mainRow, draftRow, pausedRow] })),
  }),
  { input: { scope: { project: 7 } } },
).start();

export const funnelsSelection = createActor(stubbedSelection, {
  input: {
    member,
    facts: {},
    parent: recordingParent<{ type: 'selection.changed'; query: Query | null }>().parent,
  },
}).start();

export const funnelsScene = sceneOf(funnelsMachine, funnelsPlan, {
  provide: (machine, scripts) =>
    withActors(machine, { ...scripts, address: fromCallback(() => {}) }),
  view: (actor) => <FunnelList actor={actor} list={list as never} selection={funnelsSelection} />,
});
