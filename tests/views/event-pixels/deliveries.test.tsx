import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type DeliveriesSnapshot, deliveriesMachine } from '#machines/event-pixels/deliveries.ts';
import { DeliveriesPanel } from '#views/event-pixels/DeliveriesPanel.tsx';
import { lastDeliveries, noDeliveries } from '../../support/event-pixels.ts';
import { deliveriesGestures } from '../../support/gestures/event-pixels/deliveries.ts';
import { deliveriesScene } from '../../support/scenes/event-pixels/deliveries.tsx';
import { scripted } from '../../support/scripted.ts';
import { recast } from '../../support/stage.tsx';
import { walkViewed } from '../../support/viewed.tsx';

/** Each state by its rows, what stands in for them, and the ways on. */
function sees(state: DeliveriesSnapshot) {
  const { rows, next } = state.context;
  const panel = screen.getByRole('region', { name: 'Deliveries' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const list = screen.queryByRole('list', { name: 'Deliveries' });
  expect(list?.childElementCount ?? null).toBe(state.hasTag('showing') ? rows.length : null);
  const isCut =
    state.matches({ open: { ready: 'short' } }) || state.matches({ open: { ready: 'stale' } });
  const isRefused = state.matches({ open: { ready: 'refused' } });
  expect(screen.queryByRole('button', { name: 'Load more' }) !== null).toBe(
    state.hasTag('showing') && !isCut && next !== null,
  );
  expect(screen.queryByRole('button', { name: 'Retry deliveries' }) !== null).toBe(
    isCut || state.matches({ open: 'failed' }),
  );
  expect(screen.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(isRefused);
  expect(screen.queryByText(/Nothing was sent yet|Nothing came to this end/) !== null).toBe(
    state.matches({ open: 'empty' }),
  );
}

walkViewed(deliveriesScene, {
  gestures: deliveriesGestures,
  sees,
});

it('says that new deliveries are there once it is refreshed, and then shows them', async () => {
  const readDeliveries = scripted();
  const actor = createActor(
    recast(deliveriesMachine, { readDeliveries: readDeliveries.logic }),
  ).start();
  actor.send({ type: 'pixel.open', id: 21 });
  render(<DeliveriesPanel actor={actor as never} zone="UTC" />);
  readDeliveries.answer({ output: noDeliveries });
  await screen.findByText(/Refresh to see what came since/);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh deliveries' }));
  readDeliveries.answer({ output: lastDeliveries });
  await screen.findByText('ev-1040');
});

it('shows every attempt of a delivery, and sends what failed once more', async () => {
  const user = userEvent.setup();
  const readDeliveries = scripted();
  const replayDeliveries = scripted();
  const actor = createActor(
    recast(deliveriesMachine, {
      readDeliveries: readDeliveries.logic,
      replayDeliveries: replayDeliveries.logic,
    }),
  ).start();
  actor.send({ type: 'pixel.open', id: 21 });
  render(<DeliveriesPanel actor={actor as never} zone="UTC" />);
  readDeliveries.answer({ output: lastDeliveries });
  await user.click(await screen.findByText('ev-1040'));
  expect(screen.getByRole('table', { name: 'Attempts of ev-1040' })).toBeDefined();
  expect(screen.getByText(/The next attempt is at Nov 20, 2026, 20:16:00/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Outcome/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Answered with an error' }));
  readDeliveries.answer({ output: lastDeliveries });
  await user.click(await screen.findByRole('button', { name: /^Send these once more/ }));
  await waitFor(() => expect(replayDeliveries.calls).toEqual([{ id: 21, outcome: 'http_error' }]));
  replayDeliveries.answer({ output: { replayed: 2, skipped: 1 } });
  await screen.findByText('2 sent once more, 1 too old or no longer to be told.');
  readDeliveries.answer({ output: lastDeliveries });
  await user.click(await screen.findByRole('button', { name: /^Send these once more/ }));
  replayDeliveries.answer({ output: { replayed: 0, skipped: 0 } });
  await screen.findByText(/^Nothing was sent once more: .* tried again by itself\.$/);
});
