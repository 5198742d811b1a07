import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Reconciliation } from '#contract/conversions/reconciliation.ts';
import { reconcileMachine } from '#machines/conversions/reconcile.ts';
import type { ReconcileRequest } from '#model/reconcile.ts';
import { reconciliation } from '../../support/reconciliation.ts';

const file = { name: 'network.csv', size: 40 };

/** A comparison whose answers arrive when a test says so. */
function comparison() {
  const requests: ReconcileRequest[] = [];
  const ends: ((answer: Reconciliation | Error) => void)[] = [];
  const machine = reconcileMachine.provide({
    actors: {
      compareFile: fromPromise<Reconciliation, ReconcileRequest>(({ input }) => {
        requests.push(input);
        return new Promise((resolve, reject) => {
          ends.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
        });
      }),
    },
  });
  const actor = createActor(machine, { input: { project: 7, timezone: 'UTC' } }).start();
  actor.send({ type: 'file.choose', file });
  return { actor, requests, ends };
}

it('compares once more when values were taken over during a comparison', async () => {
  const { actor, requests, ends } = comparison();
  actor.send({ type: 'values.taken' });
  expect(requests).toHaveLength(2);
  ends[0]?.({ ...reconciliation, theirs: 1 });
  ends[1]?.(reconciliation);
  const { context } = await waitFor(actor, (state) => state.matches('compared'));
  expect(context.found).toEqual(reconciliation);
});

it('allows other columns after a failed comparison', async () => {
  const { actor, requests, ends } = comparison();
  ends[0]?.(reconciliation);
  await waitFor(actor, (state) => state.matches('compared'));
  actor.send({ type: 'rows.refresh' });
  ends[1]?.(new Error('away'));
  await waitFor(actor, (state) => state.hasTag('failed'));
  expect(actor.getSnapshot().context.found).toEqual(reconciliation);
  const choice = { columns: reconciliation.columns, matchBy: 'click_id' as const };
  actor.send({ type: 'columns.change', choice });
  expect(requests[2]?.choice).toEqual(choice);
});
