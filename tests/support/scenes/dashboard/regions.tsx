import { createActor } from 'xstate';
import { statesMachine } from '#machines/dashboard/regions.ts';
import type { Query } from '#model/query.ts';
import { StatesPanel } from '#views/dashboard/RegionsPanel.tsx';
import { statesPlan } from '../../plans/dashboard/regions.ts';
import { recorder } from '../../recorder.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { recast, selectionStage, statesRowsStage } from '../../stage.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

export const statesScene = sceneOf(statesMachine, statesPlan, {
  cast: (machine) => recast(machine, { rows: statesRowsStage }),
  view: (actor) => <StatesPanel actor={actor} selection={selection} />,
});
