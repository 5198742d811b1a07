import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { SplitTestDetailSnapshot } from '#machines/split-tests/split-test-detail.ts';
import { splitTestDetailGestures } from '../../support/gestures/split-tests/split-test-detail.ts';
import { splitTestDetailScene } from '../../support/scenes/split-tests/split-test-detail.tsx';
import { walkView } from '../../support/view-walk.tsx';

function sees(state: SplitTestDetailSnapshot) {
  const panel = screen.getByRole('region', { name: 'Split test' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.matches('starting')));
}

walkView(splitTestDetailScene, { gestures: splitTestDetailGestures, sees });
