import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Problem } from '#contract/problem.ts';
import { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { type ReconcileSnapshot, reconcileMachine } from '#machines/conversions/reconcile.ts';
import { Reconcile } from '#views/conversions/Reconcile.tsx';
import { logQuestion } from '../../support/conversions.ts';
import { reconcileGestures } from '../../support/gestures/conversions/reconcile.ts';
import { reconciliation } from '../../support/reconciliation.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { reconcileScene } from '../../support/scenes/conversions/reconcile.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The differing lines stay on screen while the file is compared again. */
function sees(state: ReconcileSnapshot) {
  const panel = within(screen.getByRole('region', { name: 'Reconcile' }));
  const region = screen.getByRole('region', { name: 'Reconcile' });
  expect(region.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(panel.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  expect(panel.queryByRole('button', { name: /^A comma/ }) !== null).toBe(state.matches('asking'));
  const { found, file } = state.context;
  expect(panel.queryByText('network.csv') !== null).toBe(file !== null);
  const list = panel.queryByRole('table', { name: 'Lines that differ' });
  expect(list !== null).toBe(found !== null);
  if (!list) return;
  expect(
    within(list).getByRole('row', { name: 'o-9 Line 5 Not known here approved – 5.00 –' }),
  ).toBeDefined();
  expect(panel.getByText('Theirs against ours, USD').nextSibling?.textContent).toContain(
    '280.00 to 300.00',
  );
}

walkView(reconcileScene, {
  gestures: reconcileGestures,
  sees,
});

it('starts a decision about those with another status at the network', async () => {
  const { parent } = recordingParent<{ type: 'decision.made' }>();
  const decision = createActor(conversionDecisionMachine, {
    input: { parent, question: logQuestion },
  }).start();
  const machine = reconcileMachine.provide({
    actors: { compareFile: fromPromise(async () => reconciliation) },
  });
  const actor = createActor(machine, { input: { project: 7, timezone: 'UTC' } }).start();
  actor.send({ type: 'file.choose', file: { name: 'network.csv', size: 40 } });
  render(<Reconcile actor={actor} last={null} decision={decision} exporter={undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 1 as they did' }));
  const { selected: chosen, draft: verdict } = decision.getSnapshot().context;
  expect([chosen, verdict.to]).toEqual([[{ id: 'c_1', status: 'pending' }], 'approved']);
});

it('says why a file cannot be compared in one sentence', async () => {
  const refused: Problem = {
    kind: 'invalid',
    message: 'csv: The file is empty.',
    fields: { csv: ['The file is empty.'] },
  };
  const machine = reconcileMachine.provide({
    actors: { compareFile: fromPromise(() => Promise.reject(refused)) },
  });
  const actor = createActor(machine, { input: { project: 7, timezone: 'UTC' } }).start();
  actor.send({ type: 'file.choose', file: { name: 'network.csv', size: 0 } });
  render(<Reconcile actor={actor} last={null} decision={undefined} exporter={undefined} />);
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('The file is empty.')).toBeDefined();
});
