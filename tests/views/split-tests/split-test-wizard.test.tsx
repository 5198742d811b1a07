import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { SplitTestWizardSnapshot } from '#machines/split-tests/split-test-wizard.ts';
import { splitTestWizardGestures } from '../../support/gestures/split-tests/split-test-wizard.ts';
import { splitTestWizardScene } from '../../support/scenes/split-tests/split-test-wizard.tsx';
import { walkView } from '../../support/view-walk.tsx';

function sees(state: SplitTestWizardSnapshot) {
  const panel = screen.getByRole('region', { name: 'New split test' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.matches('starting')));
}

walkView(splitTestWizardScene, { gestures: splitTestWizardGestures, sees });
