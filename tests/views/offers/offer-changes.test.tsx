import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { OfferChangesSnapshot } from '#machines/offers/offer-changes.ts';
import { offerChangesGestures } from '../../support/gestures/offers/offer-changes.ts';
import { offerChangesScene } from '../../support/scenes/offers/offer-changes.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The offers that a change left as they were, or why it was not made. */
function sees(state: OfferChangesSnapshot) {
  expect(screen.queryByText(/Nothing was changed/) !== null).toBe(state.matches('failed'));
  expect(screen.queryByText(/It has no destination/) !== null).toBe(state.matches('refused'));
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
}

walkView(offerChangesScene, { gestures: offerChangesGestures, sees });
