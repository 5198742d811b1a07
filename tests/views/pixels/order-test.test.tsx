import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type OrderTestSnapshot, orderTestMachine } from '#machines/pixels/order-test.ts';
import { OrderTest } from '#views/pixels/OrderTest.tsx';
import { orderTestGestures } from '../../support/gestures/pixels/order-test.ts';
import { pixel } from '../../support/master-pixels.ts';
import { member } from '../../support/samples.ts';
import { orderTestScene } from '../../support/scenes/pixels/order-test.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** Each state by the sentence about the order, its hops, and the actions. */
function sees(state: OrderTestSnapshot) {
  const { result } = state.context;
  expect(screen.queryByText(/^The order is on its way/) !== null).toBe(state.hasTag('busy'));
  expect(screen.queryByText('The order came through.') !== null).toBe(
    state.matches({ settled: 'passed' }),
  );
  expect(screen.queryByText(/^Click on the link did not work/) !== null).toBe(
    state.matches({ settled: 'broken' }),
  );
  expect(screen.queryAllByText(/ ms$/)).toHaveLength(result?.hops.length ?? 0);
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
}

walkView(orderTestScene, {
  gestures: orderTestGestures,
  sees,
});

it('is sent by a double press, and cancelled by a separate press', async () => {
  const user = userEvent.setup();
  const runTest = scriptedRequest();
  const actor = createActor(withActors(orderTestMachine, { runTest: runTest.logic })).start();
  render(<OrderTest actor={actor as never} affiliates={member.affiliates} pixels={[pixel]} />);
  await user.dblClick(screen.getByRole('button', { name: 'Send test order' }));
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  await user.click(document.body);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(actor.getSnapshot().hasTag('busy')).toBe(false);
});
