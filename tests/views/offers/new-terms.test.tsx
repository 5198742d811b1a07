import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { NewTermsSnapshot } from '#machines/offers/new-terms.ts';
import { newTermsGestures } from '../../support/gestures/offers/new-terms.ts';
import { newTermsScene } from '../../support/scenes/offers/new-terms.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The form, then whom the terms affect. */
function sees(state: NewTermsSnapshot) {
  expect(screen.queryByRole('dialog', { name: 'New terms' }) !== null).toBe(
    state.hasTag('writing'),
  );
  const isShown = state.matches('confirming') || state.matches('saving');
  expect(screen.queryByText(/^Negative margin with North Media/) !== null).toBe(isShown);
  const save = screen.queryByRole<HTMLButtonElement>('button', { name: 'Save terms' });
  expect(save?.disabled).toBe(isShown ? state.matches('saving') : undefined);
}

walkView(newTermsScene, { gestures: newTermsGestures, sees });
