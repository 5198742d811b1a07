import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { SelectionSnapshot } from '#machines/selection/selection.ts';
import { selectionGestures } from '../../support/gestures/selection/selection.ts';
import { selectionScene } from '../../support/scenes/selection/selection.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The selection, as the closed controls show it. */
function sees(state: SelectionSnapshot) {
  const controls = screen.getByRole('group', { name: 'Selection' });
  expect(controls.matches(':disabled')).toBe(!state.matches('choosing'));
  const affiliates = screen.getByRole('combobox', { name: 'Affiliates' }).textContent ?? '';
  if (state.matches({ choosing: 'all' })) expect(affiliates).toMatch(/All (\d )?affiliates/);
  if (state.matches({ choosing: 'some' })) expect(affiliates).toMatch(/(North|South) Media/);
  if (state.matches('noProject')) {
    expect(screen.getByRole('combobox', { name: 'Project' }).textContent).toMatch('No project');
  }
}

walkView(selectionScene, {
  gestures: selectionGestures,
  sees,
});
