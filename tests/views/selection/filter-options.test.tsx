import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { FilterOptionsSnapshot } from '#machines/selection/filter-options.ts';
import { groupNames } from '#views/selection/groups.ts';
import { filterOptionsGestures } from '../../support/gestures/selection/filter-options.ts';
import { filterOptionsScene } from '../../support/scenes/selection/filter-options.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The open group, and its content. */
function sees(state: FilterOptionsSnapshot) {
  const open = screen.queryAllByRole('button', { expanded: true });
  const { group } = state.context;
  expect(open.map(({ textContent }) => textContent)).toEqual(group ? [groupNames[group]] : []);
  const shows = (role: string) => screen.queryAllByRole(role).length > 0;
  expect(shows('status')).toBe(state.hasTag('busy'));
  expect(shows('alert')).toBe(state.hasTag('failed'));
  expect(screen.queryByText(/^No event of the last 90 days/) !== null).toBe(
    state.matches({ open: 'empty' }),
  );
  const isReady = state.matches({ open: 'ready' });
  expect(screen.queryAllByRole('button', { name: /^Only/ }).length > 0).toBe(isReady);
  expect(screen.queryByText('Clicks, last 90 days') !== null).toBe(isReady);
}

walkView(filterOptionsScene, {
  gestures: filterOptionsGestures,
  sees,
});
