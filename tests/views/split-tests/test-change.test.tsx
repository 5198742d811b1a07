import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { TestChangeSnapshot } from '#machines/split-tests/test-change.ts';
import { testChangeGestures } from '../../support/gestures/split-tests/test-change.ts';
import { testChangeScene } from '../../support/scenes/split-tests/test-change.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The dialog of an asked change, with the reason where it failed. */
function sees(state: TestChangeSnapshot) {
  const isAsked = state.context.kind !== null;
  expect(screen.queryByRole('dialog') !== null).toBe(
    state.hasTag('asking') || (state.matches('applying') && isAsked),
  );
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
}

walkView(testChangeScene, { gestures: testChangeGestures, sees });
