import type { Payout } from '#contract/payouts/schemas.ts';
import type { BalanceRow } from '#model/payouts.ts';

export const payout: Payout = {
  id: 12,
  project: 7,
  affiliate: 3,
  affid: '1001',
  affiliate_name: 'North Media',
  amount: 1500,
  currency: 'USD',
  period_start: '2026-11-01',
  period_end: '2026-11-15',
  paid_at: '2026-11-16T17:00:00.000Z',
  reference: 'wire 7',
  recorded_at: '2026-11-16T18:20:00.000Z',
  recorded_by: 'Ann Doe',
  undone_at: null,
  undone_by: null,
  undo_until: '2026-11-17T18:20:00.000Z',
};

export const undonePayout: Payout = {
  ...payout,
  id: 11,
  amount: 15_000,
  undone_at: '2026-11-16T18:10:00.000Z',
  undone_by: 'Ann Doe',
  undo_until: null,
};

const balance: BalanceRow = {
  id: 3,
  affiliate: 3,
  affid: '1001',
  name: 'North Media',
  currency: 'USD',
  earned: 2029.6,
  pending: 12.5,
  paid: 1500,
  due: 529.6,
  advance: 0,
  paid_through: '2026-11-15',
  first_day: '2026-10-02',
  last_payment_at: '2026-11-16T17:00:00.000Z',
  today: '2026-11-22',
};

/** An affiliate to whom something is due, and one who was paid in advance. */
export const balances: BalanceRow[] = [
  balance,
  {
    ...balance,
    id: 4,
    affiliate: 4,
    affid: '1002',
    name: 'South Media',
    earned: 100,
    pending: 0,
    paid: 150,
    due: 0,
    advance: 50,
    paid_through: null,
  },
];
