import { createActor } from 'xstate';
import { regionsMachine } from '#machines/dashboard/regions.ts';
import type { Query } from '#model/query.ts';
import { RegionsPanel } from '#views/dashboard/RegionsPanel.tsx';
import { regionsPlan } from '../../plans/dashboard/regions.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { recast, regionsRowsStage, selectionStage } from '../../stage.tsx';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

export const regionsScene = sceneOf(regionsMachine, regionsPlan, {
  cast: (machine) => recast(machine, { rows: regionsRowsStage }),
  view: (actor) => <RegionsPanel actor={actor} selection={selection} />,
});
