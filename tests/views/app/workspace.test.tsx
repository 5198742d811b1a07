import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { Screen } from '#machines/app/screens.ts';
import type { WorkspaceSnapshot } from '#machines/app/workspace.ts';
import { workspaceGestures } from '../../support/gestures/app/workspace.ts';
import { workspaceScene } from '../../support/scenes/app/workspace.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The main area: the figures, the log, a skeleton, or the form for a first project. */
function sees(state: WorkspaceSnapshot) {
  const isUnfetched = state.matches('unfetched');
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe(
    isUnfetched ? 'This screen could not be loaded.Retry' : '',
  );
  if (isUnfetched) return;
  const heading = screen.getByRole('heading', { level: 1 }).textContent;
  const names = { conversions: 'Conversions', pixels: 'Pixels', settings: 'Settings' };
  const name =
    Object.entries(names).find(([screen]) => screen === state.context.screen)?.[1] ?? 'Dashboard';
  expect(heading).toBe(state.matches('unconfigured') ? 'You have no project yet' : name);
  const isOpen = (screen: Screen) => state.matches('open') && state.context.screen === screen;
  expect(screen.queryByRole('table', { name: /^Conversions/ }) !== null).toBe(
    isOpen('conversions'),
  );
  expect(screen.queryByRole('grid', { name: 'Figures by campaign' }) !== null).toBe(
    isOpen('dashboard'),
  );
  const waiting =
    state.matches('preparing') || state.matches('elsewhere') || state.matches('fetching');
  if (waiting) {
    expect(
      screen
        .getByRole('region', { name: name === 'Dashboard' ? 'Totals' : name })
        .getAttribute('aria-busy'),
    ).toBe('true');
  }
}

walkView(workspaceScene, {
  gestures: workspaceGestures,
  sees,
});
