import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { OfferStatusSnapshot } from '#machines/offers/offer-status.ts';
import { offerStatusGestures } from '../../support/gestures/offers/offer-status.ts';
import { offerStatusScene } from '../../support/scenes/offers/offer-status.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The dialog while a change is being confirmed, with what it affects and why it was refused. */
function sees(state: OfferStatusSnapshot) {
  const isRequested = state.context.request !== null;
  const dialog = screen.queryByRole('dialog', { name: 'Pause “Glow serum”?' });
  expect(dialog !== null).toBe(
    state.hasTag('asking') || (state.matches('applying') && isRequested),
  );
  expect(screen.queryByText('Night cream') !== null).toBe(
    state.matches('confirming') ||
      state.matches('refused') ||
      (state.matches('applying') && isRequested),
  );
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
}

walkView(offerStatusScene, { gestures: offerStatusGestures, sees });
