import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { ConversionsSnapshot } from '#machines/conversions.ts';
import { conversionsGestures } from '../support/gestures/conversions.ts';
import { conversionsScene } from '../support/scenes/conversions.tsx';
import { walkViewed } from '../support/viewed.tsx';

/** The view of the address under the name of the screen, and the filter that the summary begins with. */
function sees(state: ConversionsSnapshot) {
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Conversions');
  const panel = screen.getByRole('region', {
    name: state.matches('log')
      ? 'Log'
      : state.matches('summary')
        ? 'Summary'
        : state.matches('ledger')
          ? 'Server and browser'
          : state.matches('reconcile')
            ? 'Reconcile'
            : state.matches('postbacks')
              ? 'Postbacks'
              : 'Conversions',
  });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.matches('starting')));
  expect(
    screen.queryByRole('button', { name: 'Show rows without server revenue too' }) !== null,
  ).toBe(state.matches('summary') && state.context.isEarning);
}

walkViewed(conversionsScene, {
  gestures: conversionsGestures,
  sees,
});
