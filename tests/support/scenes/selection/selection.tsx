import { createActor } from 'xstate';
import { selectionMachine } from '#machines/selection/selection.ts';
import { TopBar } from '#views/app/shell/TopBar.tsx';
import { CountingSwitch } from '#views/dashboard/CountingSwitch.tsx';
import { Empty } from '#views/kit/Empty.tsx';
import { FilterGroups } from '#views/selection/FilterGroups.tsx';
import { selectionPlan } from '../../plans/selection/selection.ts';
import { member, query } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedFilterOptions, stubbedWorkspace } from '../../stub-machines.ts';

const workspace = createActor(stubbedWorkspace, { input: { member, facts: {} } }).start();
workspace.send({ type: 'page.entered', screen: 'dashboard' });

const filters = createActor(stubbedFilterOptions, { input: { query } }).start();

export const selectionScene = sceneOf(selectionMachine, selectionPlan, {
  provide: (machine, scripts) => machine.provide({ actors: scripts as never }),
  view: (actor) => (
    <>
      <TopBar selection={actor} workspace={workspace} />
      <CountingSwitch selection={actor} />
      <FilterGroups selection={actor} filters={filters} />
      <Empty reason="filtered" selection={actor} />
    </>
  ),
});
