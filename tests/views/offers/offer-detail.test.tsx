import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { OfferDetailSnapshot } from '#machines/offers/offer-detail.ts';
import { tabOf } from '#model/offer-detail.ts';
import { offerDetailGestures } from '../../support/gestures/offers/offer-detail.ts';
import { offerDetailScene } from '../../support/scenes/offers/offer-detail.tsx';
import { walkView } from '../../support/view-walk.tsx';

const panels = {
  overview: 'What it pays',
  performance: /^Performance by day/,
  terms: 'Terms',
  caps: 'Caps',
  tracking: 'Tracking link',
  access: 'Access',
  conversions: 'Conversions',
  payouts: /^Earned by affiliates/,
  log: 'Log',
} as const;

/** The heading of each state, and the panel of the open tab. */
function sees(state: OfferDetailSnapshot) {
  expect(screen.queryByRole('heading', { level: 1 })?.textContent).toBe(
    state.matches('missing')
      ? 'There is no offer at this address'
      : state.hasTag('known')
        ? 'Glow serum'
        : undefined,
  );
  const tab = tabOf(state.context.place);
  const panel = screen.queryByRole('heading', { level: 2, name: panels[tab] });
  expect([tab, panel !== null]).toEqual([tab, state.hasTag('known')]);
}

walkView(offerDetailScene, { gestures: offerDetailGestures, sees });
