import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { regionsGestures } from '../../support/gestures/dashboard/regions.ts';
import { regionsScene } from '../../support/scenes/dashboard/regions.tsx';
import { walkView } from '../../support/view-walk.tsx';

walkView(regionsScene, {
  gestures: regionsGestures,
  sees: (state) => {
    expect(screen.getByRole('table', { name: 'Figures by state' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^All countries/ }) !== null).toBe(
      state.matches('oneCountry'),
    );
  },
});
