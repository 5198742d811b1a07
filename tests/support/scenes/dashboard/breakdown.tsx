import { createActor, fromCallback } from 'xstate';
import { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import type { Query } from '#model/query.ts';
import { BreakdownPanel } from '#views/dashboard/BreakdownPanel.tsx';
import { breakdownPlan } from '../../plans/dashboard/breakdown.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedRows, stubbedSelection, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();

export const breakdownScene = sceneOf(breakdownMachine, breakdownPlan, {
  provide: (machine) =>
    withActors(machine, { recallTable: fromCallback(() => {}), rows: stubbedRows }),
  view: (actor) => <BreakdownPanel actor={actor} selection={selection} />,
});
