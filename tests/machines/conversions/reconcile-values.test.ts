import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { ValuesAnswer, ValuesUndo } from '#contract/conversions/decisions.ts';
import {
  type ReconcileValuesSnapshot,
  reconcileValuesMachine,
  type ValuesRequest,
  type ValuesUndoRequest,
} from '#machines/conversions/reconcile-values.ts';
import { reconciliation } from '../../support/reconciliation.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

const corrected: ValuesAnswer = {
  ids: [5],
  corrected: 1,
  refused: [],
  currency: 'USD',
  revenue: -20,
};

/** Starts saving the values of a file of project 7. */
function beingTaken() {
  const take = scriptedRequest<ValuesAnswer, ValuesRequest>();
  const undo = scriptedRequest<ValuesUndo, ValuesUndoRequest>();
  const { parent } = recordingParent<{ type: 'values.taken' }>();
  const machine = reconcileValuesMachine.provide({
    actors: { takeValues: take.logic, undoValues: undo.logic },
  });
  const actor = createActor(machine, { input: { project: 7, parent } }).start();
  const reach = (value: ReconcileValuesSnapshot['value']) =>
    waitFor(actor, (snapshot) => snapshot.matches(value), { timeout: 1_000 });
  const toAnother = () => actor.send({ type: 'project.change', project: 8 });
  actor.send({ type: 'lines.compared', rows: reconciliation.rows });
  actor.send({ type: 'values.start' });
  actor.send({ type: 'values.apply', why: { reason: 'refund', note: '' } });
  return { actor, take, undo, reach, toAnother };
}

describe('values that are being saved when another project is chosen', () => {
  it('are saved, and undone in the project they were saved in', async () => {
    const { actor, take, undo, reach, toAnother } = beingTaken();
    toAnother();
    take.answer({ output: corrected });
    await reach('applied');
    toAnother();
    actor.send({ type: 'values.undo' });
    toAnother();
    expect(undo.calls).toEqual([{ project: 7, ids: [5] }]);
    undo.answer({ error: offline });
    await reach('undoFailed');
    toAnother();
    actor.send({ type: 'retry' });
    undo.answer({ output: { taken_back: 1, currency: 'USD', revenue: 20 } });
    await reach('undone');
    toAnother();
    expect(actor.getSnapshot().value).toBe('undone');
  });

  it('are retried in their own project', async () => {
    const { actor, take, reach, toAnother } = beingTaken();
    take.answer({ error: offline });
    await reach('applyFailed');
    toAnother();
    actor.send({ type: 'retry' });
    expect(take.calls.map(({ project }) => project)).toEqual([7, 7]);
    expect(actor.getSnapshot().context.values).toEqual([]);
  });
});

it('cannot be taken over for another project while no request is running', () => {
  const { parent } = recordingParent<{ type: 'values.taken' }>();
  const actor = createActor(reconcileValuesMachine, { input: { project: 7, parent } }).start();
  actor.send({ type: 'lines.compared', rows: reconciliation.rows });
  actor.send({ type: 'values.start' });
  actor.send({ type: 'project.change', project: 8 });
  const { value, context } = actor.getSnapshot();
  expect([value, context.values]).toEqual(['idle', []]);
});
