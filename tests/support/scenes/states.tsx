import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { statesMachine } from '#machines/states.ts';
import { StatesPanel } from '#views/dashboard/StatesPanel.tsx';
import { statesPlan } from '../plans/states.ts';
import { recorder } from '../recorder.ts';
import { member } from '../samples.ts';
import { sceneOf } from '../scene.ts';
import { recast, selectionStage, statesRowsStage } from '../stage.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

export const statesScene = sceneOf(statesMachine, statesPlan, {
  cast: (machine) => recast(machine, { rows: statesRowsStage }),
  view: (actor) => <StatesPanel actor={actor} selection={selection} />,
});
