import { createActor, fromCallback, fromPromise } from 'xstate';
import {
  funnelNotesMachine,
  funnelOverviewMachine,
  funnelReportMachine,
  funnelVersionsMachine,
  oneFunnelMachine,
} from '#machines/funnels/funnel-overview.ts';
import type { Query } from '#model/query.ts';
import { FunnelOverviewScreen } from '#views/funnels/FunnelOverviewScreen.tsx';
import { funnel, notes, report, versions } from '../../funnel-overview.ts';
import { funnelOverviewPlan } from '../../plans/funnels/funnel-overview.ts';
import { recordingParent } from '../../recording-parent.ts';
import { answered, member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

export const overviewSelection = createActor(stubbedSelection, {
  input: { member, facts: {}, parent },
}).start();

/** The children of the overview with answers at once. */
export const overviewChildren = {
  report: funnelReportMachine.provide({
    actors: { load: fromPromise(async () => answered(report)) },
  }),
  versions: funnelVersionsMachine.provide({
    actors: { load: fromPromise(async () => answered(versions)) },
  }),
  notes: funnelNotesMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: notes })) },
  }),
  address: fromCallback(() => {}),
};

/** What the funnel is comes with the events of the plan. */
const heldFunnel = oneFunnelMachine.provide({
  actors: { readEntries: fromPromise(async () => ({ rows: [funnel] })) },
  actions: { notifyParent: () => {} },
});

export const funnelOverviewScene = sceneOf(funnelOverviewMachine, funnelOverviewPlan, {
  provide: (machine) => withActors(machine, { ...overviewChildren, funnel: heldFunnel }),
  view: (actor) => <FunnelOverviewScreen actor={actor} selection={overviewSelection} />,
});
