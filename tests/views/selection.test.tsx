import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import { type SelectionSnapshot, selectionMachine } from '#machines/selection.ts';
import { Side } from '#views/dashboard/Side.tsx';
import { Empty } from '#views/parts/Empty.tsx';
import { FilterGroups } from '#views/shell/FilterGroups.tsx';
import { TopBar } from '#views/shell/TopBar.tsx';
import { selectionGestures } from '../support/gestures/selection.ts';
import { selectionPlan } from '../support/plans/selection.ts';
import { member, query } from '../support/samples.ts';
import { filtersStage, workspaceStage } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

const workspace = createActor(workspaceStage, { input: { member, facts: {} } }).start();
workspace.send({ type: 'page.entered', screen: 'dashboard' });
const filters = createActor(filtersStage, { input: { query } }).start();

/** What is chosen, as the closed controls say it. */
function sees(state: SelectionSnapshot) {
  const controls = screen.getByRole('group', { name: 'Selection' });
  expect(controls.matches(':disabled')).toBe(!state.matches('choosing'));
  const affiliates = screen.getByRole('combobox', { name: 'Affiliates' }).textContent ?? '';
  if (state.matches({ choosing: 'all' })) expect(affiliates).toMatch(/All (\d )?affiliates/);
  if (state.matches({ choosing: 'some' })) expect(affiliates).toMatch(/(North|South) Media/);
  if (state.matches('nothing')) {
    expect(screen.getByRole('combobox', { name: 'Project' }).textContent).toMatch('No project');
  }
}

walkViewed(selectionMachine, selectionPlan, {
  cast: (machine, scripts) => machine.provide({ actors: scripts as never }),
  view: (actor) => (
    <>
      <TopBar selection={actor} workspace={workspace} />
      <Side selection={actor} />
      <FilterGroups selection={actor} filters={filters} />
      <Empty lack="filtered" selection={actor} />
    </>
  ),
  gestures: selectionGestures,
  sees,
});
