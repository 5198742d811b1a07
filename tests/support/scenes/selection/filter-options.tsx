import { createActor } from 'xstate';
import {
  type FilterOptionsActor,
  filterOptionsMachine,
} from '#machines/selection/filter-options.ts';
import type { Query } from '#model/query.ts';
import { FilterGroups } from '#views/selection/FilterGroups.tsx';
import { filterOptionsPlan } from '../../plans/selection/filter-options.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection } from '../../stub-machines.ts';

const selection = createActor(stubbedSelection, {
  input: {
    member,
    facts: {},
    parent: recordingParent<{ type: 'selection.changed'; query: Query | null }>().parent,
  },
}).start();

export const filterOptionsScene = sceneOf(filterOptionsMachine, filterOptionsPlan, {
  provide: (machine, scripts) => machine.provide({ actors: scripts as never }),
  view: (actor) => <FilterGroups selection={selection} filters={actor as FilterOptionsActor} />,
});
