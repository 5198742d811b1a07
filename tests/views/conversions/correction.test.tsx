import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { CorrectionSnapshot } from '#machines/conversions/correction.ts';
import { correctionGestures } from '../../support/gestures/conversions/correction.ts';
import { correctionScene } from '../../support/scenes/conversions/correction.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The button, the form with its errors, or the reason why a correction is still stored. */
function sees(state: CorrectionSnapshot) {
  expect(screen.getByText('Revenue −20.00, payout −2.00 USD by Ana Ruiz')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Correct the money' }) !== null).toBe(
    state.matches('closed') || state.matches('reversing'),
  );
  expect(screen.queryByRole('form', { name: 'Correction' }) !== null).toBe(state.hasTag('form'));
  expect(screen.queryByText('This day is still to come.') !== null).toBe(
    state.matches('writing') && state.context.problem !== null,
  );
  expect(screen.queryByText(/was not reversed/) !== null).toBe(state.hasTag('failed'));
}

walkView(correctionScene, {
  gestures: correctionGestures,
  sees,
});
