import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { DeliveryListSnapshot } from '#machines/event-pixels/deliveries.ts';
import { pagedListGestures } from '../../support/gestures/kit/paged-list.ts';
import { pagedListScene } from '../../support/scenes/kit/paged-list.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Checks for each state the rows, the text in their place, and the next actions. */
function sees(state: DeliveryListSnapshot) {
  const { rows, next, result, filter } = state.context;
  const panel = screen.getByRole('region', { name: 'Deliveries' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const list = screen.queryByRole('list', { name: 'Deliveries' });
  expect(list?.childElementCount ?? null).toBe(state.hasTag('showing') ? rows.length : null);
  const isCut = state.matches({ ready: 'nextPageFailed' }) || state.matches({ ready: 'stale' });
  const isRefused = state.matches('refused');
  expect(screen.queryByRole('button', { name: 'Load more' }) !== null).toBe(
    state.hasTag('showing') && !isCut && next !== null,
  );
  expect(screen.queryByRole('button', { name: 'Retry deliveries' }) !== null).toBe(
    isCut || state.matches('failed'),
  );
  expect(screen.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(isRefused);
  expect(screen.queryByText('Sending again') !== null).toBe(
    state.matches('acting') && filter.outcome !== null,
  );
  expect(screen.queryByText(/^2 sent again, 1 too old/) !== null).toBe(
    result !== null && !isRefused,
  );
  expect(screen.queryByText(/Nothing was sent yet|No delivery has this outcome/) !== null).toBe(
    state.matches('empty'),
  );
}

walkView(pagedListScene, {
  gestures: pagedListGestures,
  sees,
});
