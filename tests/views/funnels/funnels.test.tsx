import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { FunnelsSnapshot } from '#machines/funnels/funnels.ts';
import { listedFunnels } from '#model/funnel-list.ts';
import { draftRow, mainRow, pausedRow } from '../../support/funnels.ts';
import { funnelsGestures } from '../../support/gestures/funnels/funnels.ts';
import { funnelsScene } from '../../support/scenes/funnels/funnels.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The rows of the search in their order, and in each its figures, their problem or that they come. */
function sees({ context: { figures, place } }: FunnelsSnapshot) {
  const shown = listedFunnels([mainRow, draftRow, pausedRow], figures, {
    find: place.params.find,
    sort: place.params.sort,
  });
  const heads = screen.getAllByRole('rowheader');
  expect(heads.map((head) => within(head).getByRole('link').textContent)).toEqual(
    shown.map(({ name }) => name),
  );
  const main = within(heads[shown.indexOf(mainRow)]?.closest('tr') ?? document.body);
  const known = figures.main;
  expect(main.queryByText(/Checkout 21\.0.%, −6\.0.pt/) !== null).toBe(Boolean(known?.figures));
  expect(main.queryByText(/are being read/) !== null).toBe(known === undefined);
  expect(main.queryByRole('button', { name: /^Retry the figures/ }) !== null).toBe(
    Boolean(known?.problem),
  );
}

walkView(funnelsScene, { gestures: funnelsGestures, sees });
