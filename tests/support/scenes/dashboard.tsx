import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { dashboardMachine } from '#machines/dashboard.ts';
import { DashboardScreen } from '#views/dashboard/DashboardScreen.tsx';
import { dashboardPlan } from '../plans/dashboard.ts';
import { recorder } from '../recorder.ts';
import { member } from '../samples.ts';
import { sceneOf } from '../scene.ts';
import { dashboardChildren, recast, selectionStage } from '../stage.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

export const dashboardScene = sceneOf(dashboardMachine, dashboardPlan, {
  cast: (machine, { readDefinitions }) =>
    recast(machine, { ...dashboardChildren, ...(readDefinitions && { readDefinitions }) }),
  view: (actor) => <DashboardScreen actor={actor} selection={selection} />,
});
