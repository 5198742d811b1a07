import { createActor, fromCallback } from 'xstate';
import type { Query } from '#contract/query.ts';
import { breakdownMachine } from '#machines/breakdown.ts';
import { BreakdownPanel } from '#views/dashboard/BreakdownPanel.tsx';
import { breakdownPlan } from '../plans/breakdown.ts';
import { recorder } from '../recorder.ts';
import { member } from '../samples.ts';
import { sceneOf } from '../scene.ts';
import { recast, rowsStage, selectionStage } from '../stage.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

export const breakdownScene = sceneOf(breakdownMachine, breakdownPlan, {
  cast: (machine) => recast(machine, { recallTable: fromCallback(() => {}), rows: rowsStage }),
  view: (actor) => <BreakdownPanel actor={actor} selection={selection} />,
});
