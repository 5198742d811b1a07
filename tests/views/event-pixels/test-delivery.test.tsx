import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  type TestDeliverySnapshot,
  testDeliveryMachine,
} from '#machines/event-pixels/test-delivery.ts';
import { TestDeliveryPanel } from '#views/event-pixels/TestDeliveryPanel.tsx';
import { partner, passedTest } from '../../support/event-pixels.ts';
import { testDeliveryGestures } from '../../support/gestures/event-pixels/test-delivery.ts';
import { testDeliveryScene } from '../../support/scenes/event-pixels/test-delivery.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

const sentences = {
  passed: 'The partner accepted it.',
  warned: 'The partner accepted it, with warnings.',
  refused: 'The partner rejected it.',
  timedOut: 'The partner did not answer in time.',
  notSent: 'Nothing was sent.',
} as const;

/** Each result by its sentence; the request only where one was sent. */
function sees(state: TestDeliverySnapshot) {
  const panel = screen.getByRole('region', { name: 'Test' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  for (const [end, sentence] of Object.entries(sentences)) {
    expect(screen.queryByText(sentence) !== null).toBe(
      state.matches({ open: { settled: end as keyof typeof sentences } }),
    );
  }
  expect(screen.queryByText('Request') !== null).toBe(state.context.test !== null);
  expect(screen.queryByText(/carries no event id/) !== null).toBe(
    state.matches({ open: { settled: 'warned' } }),
  );
}

walkView(testDeliveryScene, {
  gestures: testDeliveryGestures,
  sees,
});

it('shows when a test does not cover the unsaved changes', async () => {
  const sendTest = scriptedRequest();
  const actor = createActor(withActors(testDeliveryMachine, { sendTest: sendTest.logic })).start();
  actor.send({ type: 'pixel.open', id: partner.id });
  const panel = (version: string, isChanged: boolean) => (
    <TestDeliveryPanel
      actor={actor as never}
      pixel={{ ...partner, updated_at: version }}
      isChanged={isChanged}
    />
  );
  const { rerender } = render(panel(partner.updated_at, false));
  const unsaved = /^A test uses the saved settings/;
  const older = /^The pixel was changed since/;
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }));
  sendTest.answer({ output: passedTest });
  await screen.findByText('The partner accepted it.');
  expect([screen.queryByText(unsaved), screen.queryByText(older)]).toEqual([null, null]);
  rerender(panel(partner.updated_at, true));
  screen.getByText(unsaved);
  rerender(panel('2026-11-21T09:00:00.000Z', false));
  screen.getByText(older);
  expect(screen.queryByText(unsaved)).toBeNull();
});
