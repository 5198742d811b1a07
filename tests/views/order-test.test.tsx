import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { OrderTestSnapshot } from '#machines/order-test.ts';
import { orderTestGestures } from '../support/gestures/order-test.ts';
import { orderTestScene } from '../support/scenes/order-test.tsx';
import { walkViewed } from '../support/viewed.tsx';

/** Each state by the sentence about the order, its hops, and the ways on. */
function sees(state: OrderTestSnapshot) {
  const { result } = state.context;
  expect(screen.queryByText(/^The order is on its way/) !== null).toBe(state.hasTag('busy'));
  expect(screen.queryByText('The order came through.') !== null).toBe(
    state.matches({ resting: 'passed' }),
  );
  expect(screen.queryByText(/^Click on the link did not work/) !== null).toBe(
    state.matches({ resting: 'broken' }),
  );
  expect(screen.queryAllByText(/ ms$/)).toHaveLength(result?.hops.length ?? 0);
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
}

walkViewed(orderTestScene, {
  gestures: orderTestGestures,
  sees,
});
