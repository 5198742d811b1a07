import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import {
  needsConfirm,
  type SplitTestLaunchSnapshot,
} from '#machines/split-tests/split-test-launch.ts';
import { splitTestLaunchGestures } from '../../support/gestures/split-tests/split-test-launch.ts';
import { splitTestLaunchScene } from '../../support/scenes/split-tests/split-test-launch.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The checks with their sentences, the review, or why it stopped. */
function sees(state: SplitTestLaunchSnapshot) {
  const { checks, test } = state.context;
  const isReview = state.matches('reviewing') || state.matches('starting');
  expect(screen.queryByRole('form', { name: 'Review' }) !== null).toBe(isReview);
  expect(screen.queryByRole('form', { name: 'Checks' }) !== null).toBe(state.matches('checked'));
  if (state.matches('checked')) {
    for (const { detail } of checks) expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
  }
  if (isReview) {
    expect(screen.getByText(test?.link ?? '')).toBeDefined();
    const field = screen.queryByRole('textbox', { name: 'Name of the test' });
    if (needsConfirm(checks)) expect(field).not.toBeNull();
  }
  if (state.matches('unsaved') || state.matches('unchecked')) {
    expect(screen.getByText('This did not work')).toBeDefined();
  }
  if (state.matches('conflict')) {
    expect(screen.getByRole('button', { name: 'Keep mine' })).toBeDefined();
  }
  if (state.matches('begun')) {
    expect(screen.getByRole('link', { name: 'Open the test' })).toBeDefined();
  }
}

walkView(splitTestLaunchScene, { gestures: splitTestLaunchGestures, sees });
