import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { OffersListSnapshot } from '#machines/offers/offers-list.ts';
import { filterIn, listedOffers, orderIn } from '#model/offer-list.ts';
import { offersListGestures } from '../../support/gestures/offers/offers-list.ts';
import { offerRows } from '../../support/offers.ts';
import { offersListScene } from '../../support/scenes/offers/offers-list.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The rows of the filter in their order, and what can be done with the chosen ones. */
function sees(state: OffersListSnapshot) {
  const { place, chosen } = state.context;
  const isImporting = state.matches({ open: 'importing' });
  expect(screen.queryByRole('dialog', { name: 'Import offers' }) !== null).toBe(isImporting);
  if (isImporting) return;
  const { params } = place;
  const shown = listedOffers(offerRows, {}, filterIn(params), orderIn(params.sort));
  const heads = screen.getAllByRole('rowheader');
  expect(heads.map((head) => within(head).getByRole('link').textContent)).toEqual(
    shown.map(({ name }) => name),
  );
  const bar = screen.queryByRole('region', { name: 'Chosen offers' });
  expect(bar !== null).toBe(chosen.length > 0);
}

walkView(offersListScene, { gestures: offersListGestures, sees });
