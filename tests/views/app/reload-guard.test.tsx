import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { ReloadGuardSnapshot } from '#machines/app/reload-guard.ts';
import { reloadGuardGestures } from '../../support/gestures/app/reload-guard.ts';
import { reloadGuardScene } from '../../support/scenes/app/reload-guard.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The app, as long as a missing part can still be reloaded. */
function sees(state: ReloadGuardSnapshot) {
  expect(screen.queryByText('the app') !== null).toBe(!state.matches('outdated'));
  expect(screen.queryByRole('alert') !== null).toBe(state.matches('outdated'));
}

walkView(reloadGuardScene, {
  gestures: reloadGuardGestures,
  sees,
});
