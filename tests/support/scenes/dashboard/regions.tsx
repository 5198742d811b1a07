import { createActor } from 'xstate';
import { regionsMachine } from '#machines/dashboard/regions.ts';
import type { Query } from '#model/query.ts';
import { RegionsPanel } from '#views/dashboard/RegionsPanel.tsx';
import { regionsPlan } from '../../plans/dashboard/regions.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedRegionRows, stubbedSelection, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();

export const regionsScene = sceneOf(regionsMachine, regionsPlan, {
  provide: (machine) => withActors(machine, { rows: stubbedRegionRows }),
  view: (actor) => <RegionsPanel actor={actor} selection={selection} />,
});
