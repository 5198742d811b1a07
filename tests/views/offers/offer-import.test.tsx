import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { OfferImportSnapshot } from '#machines/offers/offer-import.ts';
import { offerImportGestures } from '../../support/gestures/offers/offer-import.ts';
import { offerImportScene } from '../../support/scenes/offers/offer-import.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** What the file would change or changed, and why a line is left out. */
function sees(state: OfferImportSnapshot) {
  const isThere = (text: RegExp) => screen.queryByText(text) !== null;
  const has = (state.context.found?.lines.length ?? 0) > 0 && !state.hasTag('busy');
  expect(isThere(/Put \{click_id\} into the address/)).toBe(has);
  expect(isThere(/2 added, 1 changed/)).toBe(state.matches('imported'));
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
}

walkView(offerImportScene, { gestures: offerImportGestures, sees });
