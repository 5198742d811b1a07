import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type ReloadGuardSnapshot, reloadGuardMachine } from '#machines/reload-guard.ts';
import { Outdated } from '#views/Outdated.tsx';
import { reloadGuardGestures } from '../support/gestures/reload-guard.ts';
import { reloadGuardPlan } from '../support/plans/reload-guard.ts';
import { recast } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

/** The app, for as long as there is something to be done about what is missing. */
function sees(state: ReloadGuardSnapshot) {
  expect(screen.queryByText('the app') !== null).toBe(!state.matches('outdated'));
  expect(screen.queryByRole('alert') !== null).toBe(state.matches('outdated'));
}

walkViewed(reloadGuardMachine, reloadGuardPlan, {
  cast: recast,
  view: (actor) => (
    <Outdated actor={actor}>
      <p>the app</p>
    </Outdated>
  ),
  gestures: reloadGuardGestures,
  sees,
});
