import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { SplitTestDetailSnapshot } from '#machines/split-tests/split-test-detail.ts';
import { splitTestDetailGestures } from '../../support/gestures/split-tests/split-test-detail.ts';
import { splitTestDetailScene } from '../../support/scenes/split-tests/split-test-detail.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The heading of each state; a started test also has results, and a look-up beside the latest ones. */
function sees(state: SplitTestDetailSnapshot) {
  expect(screen.queryByRole('heading', { level: 1 })?.textContent).toBe(
    state.matches('missing')
      ? 'There is no split test at this address'
      : state.hasTag('known')
        ? 'Hero page'
        : undefined,
  );
  const isStarted = state.matches({ open: { known: 'started' } });
  const isPast = state.hasTag('past');
  expect(screen.queryByRole('heading', { name: 'Look up a visitor' }) !== null).toBe(
    isStarted && !isPast,
  );
  expect(screen.queryByRole('link', { name: 'Latest figures' }) !== null).toBe(isPast);
  expect(screen.queryByRole('button', { name: 'Save as CSV' }) !== null).toBe(isStarted && !isPast);
  expect(screen.queryByRole('heading', { name: 'Health' }) !== null).toBe(isStarted);
}

walkView(splitTestDetailScene, { gestures: splitTestDetailGestures, sees });
