import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ValuesAnswer } from '#contract/conversions/decisions.ts';
import type { ReconciledRow } from '#contract/conversions/reconciliation.ts';
import {
  type ReconcileValuesSnapshot,
  reconcileValuesMachine,
  type ValuesRequest,
} from '#machines/conversions/reconcile-values.ts';
import { TakeValues } from '#views/conversions/TakeValues.tsx';
import { reconcileValuesGestures } from '../../support/gestures/conversions/reconcile-values.ts';
import { reconciliation } from '../../support/reconciliation.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { reconcileValuesScene } from '../../support/scenes/conversions/reconcile-values.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The effect on the revenue is shown before, and refusals afterwards. */
function sees(state: ReconcileValuesSnapshot) {
  const region = screen.queryByRole('region', { name: 'Use their values' });
  const { values } = state.context;
  expect(region !== null).toBe(!state.matches('idle') || values.length > 0);
  if (!region) return;
  const panel = within(region);
  expect(region.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(panel.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  if (state.matches('explaining')) {
    expect(panel.getByRole('status').textContent).toBe(
      'Correct the value of 1 conversion Net revenue −20.00 USD',
    );
  }
  if (state.matches('applied')) {
    expect(panel.getByRole('status').textContent).toBe(
      '1 conversion corrected. Net revenue −20.00 USD1 conversion left alone: It has this value already.',
    );
  }
  if (state.matches('undone')) {
    expect(panel.getByRole('status').textContent).toBe('1 taken back. Net revenue +20.00 USD');
  }
}

walkView(reconcileValuesScene, { gestures: reconcileValuesGestures, sees });

it('takes the values of counted conversions without another decision, and adds them up exactly', () => {
  const [, row] = reconciliation.rows;
  if (!row) throw new Error('A value differs.');
  const line = (more: Partial<ReconciledRow>): ReconciledRow => ({ ...row, ...more });
  const { parent } = recordingParent<{ type: 'values.taken' }>();
  const actor = createActor(reconcileValuesMachine, { input: { project: 7, parent } }).start();
  actor.send({
    type: 'lines.compared',
    rows: [
      line({ conversion_id: 'c_1', our_value: 0.1, their_value: 0.3 }),
      line({ conversion_id: 'c_2', our_value: 0.1, their_value: 0.2, their_status: null }),
      line({ conversion_id: 'c_3', their_status: 'approved' }),
      line({
        conversion_id: 'c_4',
        our_status: 'rejected',
        their_status: 'rejected',
        excluded_reason: 'rejected',
      }),
      line({ conversion_id: 'c_5', their_value: -1 }),
      line({ conversion_id: 'c_6', outcome: 'same', our_value: 1, their_value: 1.0099 }),
      line({ conversion_id: 'c_7', our_value: 0.29, their_value: 0.3 }),
      line({ conversion_id: 'c_8', outcome: 'uncompared', our_value: null, their_value: 0.05 }),
      line({ conversion_id: null }),
    ],
  });
  const { values, revenue } = actor.getSnapshot().context;
  expect([values, revenue]).toEqual([
    [
      { conversion_id: 'c_1', value: '0.3' },
      { conversion_id: 'c_2', value: '0.2' },
      { conversion_id: 'c_7', value: '0.3' },
      { conversion_id: 'c_8', value: '0.05' },
    ],
    0.36,
  ]);
  render(<TakeValues actor={actor} currency="USD" />);
  expect(screen.getByRole('button', { name: 'Use 4 of their values' })).toBeDefined();
});

it('offers the values of the lines on screen after failed corrections, and retries the request', async () => {
  const [, row] = reconciliation.rows;
  if (!row) throw new Error('A value differs.');
  const lines = (...ids: string[]) => ({
    type: 'lines.compared' as const,
    rows: ids.map((conversion_id) => ({ ...row, conversion_id })),
  });
  const requests: string[][] = [];
  const machine = reconcileValuesMachine.provide({
    actors: {
      takeValues: fromPromise<ValuesAnswer, ValuesRequest>(async ({ input }) => {
        requests.push(input.values.map(({ conversion_id: id }) => id));
        throw new Error('away');
      }),
    },
  });
  const { parent } = recordingParent<{ type: 'values.taken' }>();
  const actor = createActor(machine, { input: { project: 7, parent } }).start();
  actor.send(lines('c_1'));
  actor.send({ type: 'values.start' });
  actor.send({ type: 'values.apply', why: { reason: 'refund', note: '' } });
  await waitFor(actor, (state) => state.hasTag('failed'));
  actor.send(lines('c_2', 'c_3'));
  actor.send({ type: 'retry' });
  await waitFor(actor, (state) => state.hasTag('failed'));
  expect(requests).toEqual([['c_1'], ['c_1']]);
  actor.send({ type: 'values.cancel' });
  const { values } = actor.getSnapshot().context;
  expect(values.map(({ conversion_id: id }) => id)).toEqual(['c_2', 'c_3']);
});
