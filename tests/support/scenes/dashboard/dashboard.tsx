import { createActor } from 'xstate';
import { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import type { Query } from '#model/query.ts';
import { DashboardScreen } from '#views/dashboard/DashboardScreen.tsx';
import { dashboardPlan } from '../../plans/dashboard/dashboard.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { dashboardChildren, stubbedSelection, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();

export const dashboardScene = sceneOf(dashboardMachine, dashboardPlan, {
  provide: (machine, { readDefinitions }) =>
    withActors(machine, { ...dashboardChildren, ...(readDefinitions && { readDefinitions }) }),
  view: (actor) => <DashboardScreen actor={actor} selection={selection} />,
});
