import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { demoBackfillScene } from '../../support/scenes/dashboard/demo-backfill.tsx';
import { walkView } from '../../support/view-walk.tsx';

walkView(demoBackfillScene, {
  gestures: {},
  sees: ({ context: { filling } }) => {
    const told = screen.getByText(/^USD, as of/).textContent;
    expect(told?.endsWith(', growing: 28 of the demo’s 400 days are in')).toBe(filling !== null);
  },
});
