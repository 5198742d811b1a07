import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { Payout } from '#contract/payouts/schemas.ts';
import { conversionsMachine } from '#machines/conversions/conversions.ts';
import { balancesMachine, payoutsMachine } from '#machines/conversions/payouts.ts';
import {
  type BalanceRow,
  type PayoutPage,
  type PayoutsRequest,
  proposedPayout,
} from '#model/payouts.ts';
import type { Query } from '#model/query.ts';
import { balances, payout } from '../../support/payouts.ts';
import { query, screenInput } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type Undo = { kind: 'undo'; payout: Payout };

describe('the view of payouts', () => {
  it('reads both lists again after an undo, and both for another project', async () => {
    const read = scriptedRequest<
      { rows: BalanceRow[]; extra?: never },
      { scope: Query; isRefresh: boolean }
    >();
    const page = scriptedRequest<PayoutPage, PayoutsRequest>();
    const run = scriptedRequest<
      { entry?: BalanceRow; affectsOthers?: boolean; secret?: never; undo?: Undo },
      { scope: Query; action: Undo }
    >();
    const actor = createActor(
      conversionsMachine.provide({
        actors: {
          address: fromCallback(() => {}),
          balances: balancesMachine.provide({
            actors: { readEntries: read.logic, runAction: run.logic },
          }),
          payouts: payoutsMachine.provide({ actors: { readPage: page.logic } }),
        },
      }),
      { input: screenInput },
    ).start();
    actor.send({
      type: 'address.recalled',
      state: { view: 'payouts', filter: emptyLogFilter, isEarning: true, id: null },
    });
    const listed = () => actor.getSnapshot().children.payouts?.getSnapshot().value;
    page.answer({ output: { rows: [payout], next: null } });
    await expect.poll(listed).toEqual({ ready: 'fresh' });
    read.answer({ output: { rows: balances } });
    await expect.poll(() => page.calls.length).toBe(2);
    page.answer({ output: { rows: [payout], next: null } });
    await expect.poll(listed).toEqual({ ready: 'fresh' });

    actor
      .getSnapshot()
      .children.balances?.send({ type: 'action.run', action: { kind: 'undo', payout } });
    run.answer({ output: {} });
    await expect.poll(() => read.calls.length).toBe(2);
    read.answer({ output: { rows: balances } });
    await expect.poll(() => page.calls.length).toBe(3);

    actor.send({ type: 'query.change', query: { ...query, project: 8 } });
    expect([read.calls.at(-1)?.scope.project, page.calls.at(-1)?.query.project]).toEqual([8, 8]);
  });
});

describe('the proposed payout', () => {
  const [due, ahead] = balances as [BalanceRow, BalanceRow];
  const at = '2026-11-20';

  it('is what is due, for the days after the last paid period', () => {
    expect(proposedPayout(due, at)).toEqual({
      amount: '529.60',
      currency: 'USD',
      period_start: '2026-11-16',
      period_end: '2026-11-20',
      paid_on: '2026-11-22',
      reference: null,
    });
  });

  it('begins with the first conversion before anything is paid', () => {
    const fresh = { ...due, paid_through: null };
    expect(proposedPayout(fresh, at).period_start).toBe('2026-10-02');
    expect(proposedPayout({ ...fresh, first_day: null }, at).period_start).toBe('2026-11-20');
  });

  it('never begins after it ends, and proposes no amount for an advance', () => {
    const paid = { ...due, paid_through: '2026-11-30' };
    expect(proposedPayout(paid, at)).toMatchObject({
      period_start: '2026-11-20',
      period_end: '2026-11-20',
    });
    expect(proposedPayout(ahead, at).amount).toBe('');
  });

  it('has the decimals of its currency', () => {
    expect(proposedPayout({ ...due, currency: 'KWD', due: 1.5 }, at).amount).toBe('1.500');
  });
});
