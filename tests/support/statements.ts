import type { StatementDetail } from '#contract/payouts/statement.ts';
import type { Period } from '#contract/period.ts';
import type { StatementRow } from '#model/offer-payouts.ts';

export const october: Period = { start: '2026-10-01', end: '2026-10-31' };
export const september: Period = { start: '2026-09-01', end: '2026-09-30' };

/** What is to be paid for October, with a part of it paid. */
export const readyStatement: StatementRow = {
  id: 3,
  affiliate: 3,
  affid: '1001',
  name: 'North Media',
  currency: 'USD',
  status: 'ready',
  carried: -12.5,
  approved: 1040.005,
  refunded: -20,
  adjusted: 2.5,
  paid: 500,
  due: 510.005,
  on_hold: 64,
  payments: [
    {
      id: 12,
      amount: 500,
      period_start: '2026-10-01',
      period_end: '2026-10-31',
      paid_at: '2026-11-16T17:00:00.000Z',
      reference: 'wire 7',
      undo_until: '2026-11-17T18:20:00.000Z',
    },
  ],
  today: '2026-11-20',
};

const nothing = { carried: 0, approved: 0, refunded: 0, adjusted: 0, paid: 0, due: 0, on_hold: 0 };

export const paidStatement: StatementRow = {
  ...readyStatement,
  ...nothing,
  id: 4,
  affiliate: 4,
  affid: '1002',
  name: 'South Media',
  status: 'paid',
  approved: 100,
  paid: 100,
  payments: readyStatement.payments.map((payment) => ({
    ...payment,
    id: 13,
    amount: 100,
    reference: null,
    undo_until: null,
  })),
};

export const quietStatement: StatementRow = {
  ...readyStatement,
  ...nothing,
  id: 5,
  affiliate: 5,
  affid: '1003',
  name: 'West Media',
  status: 'paid',
  on_hold: 7,
  payments: [],
};

export const statementDetail: StatementDetail = {
  statement: readyStatement,
  lines: [
    {
      kind: 'conversion',
      offer_id: '101',
      offer_name: 'Summer boots',
      goal: 'conversion',
      terms: {
        id: 418,
        payout_type: 'cpa_cps',
        payout_amount: 8,
        payout_pct: 5,
        has_tiers: true,
      },
      is_on_hold: false,
      count: 1204,
      amount: 1030.005,
    },
    {
      kind: 'conversion',
      offer_id: '101',
      offer_name: 'Summer boots',
      goal: 'conversion',
      terms: null,
      is_on_hold: true,
      count: 8,
      amount: 64,
    },
    {
      kind: 'click',
      offer_id: '104',
      offer_name: null,
      goal: '',
      terms: { id: 9, payout_type: 'cpc', payout_amount: 0.1, payout_pct: null, has_tiers: false },
      is_on_hold: false,
      count: 100,
      amount: 10,
    },
    {
      kind: 'refund',
      offer_id: '101',
      offer_name: 'Summer boots',
      goal: '',
      terms: {
        id: 1,
        payout_type: 'none',
        payout_amount: null,
        payout_pct: null,
        has_tiers: false,
      },
      is_on_hold: false,
      count: 2,
      amount: -20,
    },
    {
      kind: 'adjustment',
      offer_id: '',
      offer_name: null,
      goal: '',
      terms: null,
      is_on_hold: false,
      count: 1,
      amount: 2.5,
    },
  ],
  rest: null,
};
