import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  type DeliveriesSnapshot,
  deliveriesMachine,
  deliveryListMachine,
} from '#machines/event-pixels/deliveries.ts';
import { DeliveriesPanel } from '#views/event-pixels/DeliveriesPanel.tsx';
import { lastDeliveries, noDeliveries } from '../../support/event-pixels.ts';
import { deliveriesGestures } from '../../support/gestures/event-pixels/deliveries.ts';
import { deliveriesScene } from '../../support/scenes/event-pixels/deliveries.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** The list of the pixel that is open, or nothing. */
function sees(state: DeliveriesSnapshot) {
  const panel = screen.queryByRole('region', { name: 'Deliveries' });
  expect(panel !== null).toBe(state.hasTag('open'));
  expect(state.children.list?.getSnapshot().context.query.pixel).toBe(
    state.hasTag('open') ? state.context.id : undefined,
  );
}

walkView(deliveriesScene, {
  gestures: deliveriesGestures,
  sees,
});

it('reports new deliveries after a refresh, and shows them on request', async () => {
  const readDeliveries = scriptedRequest();
  const list = withActors(deliveryListMachine, { readPage: readDeliveries.logic });
  const actor = createActor(withActors(deliveriesMachine, { list })).start();
  actor.send({ type: 'pixel.open', id: 21 });
  render(<DeliveriesPanel actor={actor as never} zone="UTC" />);
  readDeliveries.answer({ output: noDeliveries });
  await screen.findByText(/Refresh to see new ones/);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh deliveries' }));
  readDeliveries.answer({ output: lastDeliveries });
  await screen.findByText('ev-1040');
});

it('shows every attempt of a delivery, and resends a failed one', async () => {
  const user = userEvent.setup();
  const readDeliveries = scriptedRequest();
  const replayDeliveries = scriptedRequest();
  const list = withActors(deliveryListMachine, {
    readPage: readDeliveries.logic,
    runAction: replayDeliveries.logic,
  });
  const actor = createActor(withActors(deliveriesMachine, { list })).start();
  actor.send({ type: 'pixel.open', id: 21 });
  render(<DeliveriesPanel actor={actor as never} zone="UTC" />);
  readDeliveries.answer({ output: lastDeliveries });
  await user.click(await screen.findByText('ev-1040'));
  expect(screen.getByRole('table', { name: 'Attempts of ev-1040' })).toBeDefined();
  expect(screen.getByText(/The next attempt is at Nov 20, 2026, 20:16:00/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Outcome/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Answered with an error' }));
  readDeliveries.answer({ output: lastDeliveries });
  await user.click(await screen.findByRole('button', { name: /^Resend these/ }));
  await waitFor(() =>
    expect(replayDeliveries.calls).toEqual([
      { query: { pixel: 21 }, filter: { outcome: 'http_error' }, action: 'http_error', ids: [] },
    ]),
  );
  replayDeliveries.answer({ output: { replayed: 2, skipped: 1, refused: [] } });
  await screen.findByText('2 sent again, 1 too old or no longer sendable.');
  readDeliveries.answer({ output: lastDeliveries });
  await user.click(await screen.findByRole('button', { name: /^Resend these/ }));
  replayDeliveries.answer({ output: { replayed: 0, skipped: 0, refused: [] } });
  await screen.findByText(/^Nothing was sent again: .* retried automatically\.$/);
});
