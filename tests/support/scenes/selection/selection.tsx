import { createActor } from 'xstate';
import { selectionMachine } from '#machines/selection/selection.ts';
import { TopBar } from '#views/app/shell/TopBar.tsx';
import { Side } from '#views/dashboard/Side.tsx';
import { Empty } from '#views/kit/Empty.tsx';
import { FilterGroups } from '#views/selection/FilterGroups.tsx';
import { selectionPlan } from '../../plans/selection/selection.ts';
import { member, query } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { filterOptionsStage, workspaceStage } from '../../stage.tsx';

const workspace = createActor(workspaceStage, { input: { member, facts: {} } }).start();
workspace.send({ type: 'page.entered', screen: 'dashboard' });

const filters = createActor(filterOptionsStage, { input: { query } }).start();

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
