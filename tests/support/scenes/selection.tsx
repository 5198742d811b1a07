import { createActor } from 'xstate';
import { selectionMachine } from '#machines/selection.ts';
import { Side } from '#views/dashboard/Side.tsx';
import { Empty } from '#views/parts/Empty.tsx';
import { FilterGroups } from '#views/shell/FilterGroups.tsx';
import { TopBar } from '#views/shell/TopBar.tsx';
import { selectionPlan } from '../plans/selection.ts';
import { member, query } from '../samples.ts';
import { sceneOf } from '../scene.ts';
import { filtersStage, workspaceStage } from '../stage.tsx';

const workspace = createActor(workspaceStage, { input: { member, facts: {} } }).start();
workspace.send({ type: 'page.entered', screen: 'dashboard' });

const filters = createActor(filtersStage, { input: { query } }).start();

export const selectionScene = sceneOf(selectionMachine, selectionPlan, {
  cast: (machine, scripts) => machine.provide({ actors: scripts as never }),
  view: (actor) => (
    <>
      <TopBar selection={actor} workspace={workspace} />
      <Side selection={actor} />
      <FilterGroups selection={actor} filters={filters} />
      <Empty lack="filtered" selection={actor} />
    </>
  ),
});
