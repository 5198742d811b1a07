import type { Reconciliation } from '#contract/conversions/reconciliation.ts';

/** A network's file of four lines, of which one agrees with the stored conversion. */
export const reconciliation: Reconciliation = {
  header: ['Order ID', 'Amount', 'Status'],
  columns: { id: 'Order ID', status: 'Status', value: 'Amount' },
  decimal: 'dot',
  match_by: 'order_id',
  currency: 'USD',
  lines: 4,
  counts: { same: 1, differs: 2, unmatched: 1, conflict: 0, unreadable: 0, uncompared: 0 },
  theirs: 280,
  ours: 300,
  rows: [
    {
      line: 2,
      key: 'o-1',
      outcome: 'differs',
      because: null,
      conversion_id: 'c_1',
      our_status: 'pending',
      their_status: 'approved',
      our_value: 100,
      their_value: 100,
    },
    {
      line: 3,
      key: 'o-2',
      outcome: 'differs',
      because: null,
      conversion_id: 'c_2',
      our_status: 'pending',
      their_status: 'pending',
      our_value: 100,
      their_value: 80,
    },
    {
      line: 5,
      key: 'o-9',
      outcome: 'unmatched',
      because: null,
      conversion_id: null,
      our_status: null,
      their_status: 'approved',
      our_value: null,
      their_value: 5,
    },
  ],
};
