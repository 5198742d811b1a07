import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type WorkspaceSnapshot, workspaceMachine } from '#machines/workspace.ts';
import { Workspace } from '#views/Workspace.tsx';
import { workspaceGestures } from '../support/gestures/workspace.ts';
import { workspacePlan } from '../support/plans/workspace.ts';
import { dashboardStage, recast, silentSelection } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

/** The dashboard's place: figures, their skeleton, or the way to a first project. */
function sees(state: WorkspaceSnapshot) {
  const heading = screen.getByRole('heading', { level: 1 }).textContent;
  expect(heading).toBe(state.matches('unconfigured') ? 'You have no project yet' : 'Dashboard');
  expect(screen.queryByRole('grid', { name: 'Figures by campaign' }) !== null).toBe(
    state.matches('dashboard'),
  );
  const waiting = state.matches('preparing') || state.matches('elsewhere');
  if (waiting) {
    expect(screen.getByRole('region', { name: 'Totals' }).getAttribute('aria-busy')).toBe('true');
  }
}

walkViewed(workspaceMachine, workspacePlan, {
  cast: (machine, { readSettings }) =>
    recast(machine, {
      ...(readSettings ? { readSettings } : {}),
      selection: silentSelection,
      dashboard: dashboardStage,
    }),
  view: (actor) => <Workspace actor={actor} />,
  gestures: workspaceGestures,
  sees,
});
