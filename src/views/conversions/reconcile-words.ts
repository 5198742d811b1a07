import type { DecimalMark } from '#contract/amount-text.ts';
import {
  type ExpectedAffiliates,
  type MatchedBy,
  type Outcome,
  outcomes,
  type ReconciledColumn,
  type ReconciledRow,
  type Reconciliation,
} from '#contract/conversions/reconciliation.ts';

export const outcomeWords: Record<Outcome, string> = {
  same: 'The same',
  left_out: 'Ours, not in theirs',
  not_counted: 'Not counted here',
  differs: 'Differs',
  unmatched: 'Not known here',
  conflict: 'In conflict',
  unreadable: 'Not readable',
  uncompared: 'Not compared',
};

export const columnWords: Record<ReconciledColumn, string> = {
  id: 'Their id',
  status: 'Status',
  value: 'Value',
};

export const decimalWords: Record<DecimalMark, string> = {
  comma: 'comma, as in 1.234,50',
  dot: 'dot, as in 1,234.50',
};

export const matchWords: Record<MatchedBy, string> = {
  order_id: 'order',
  click_id: 'click id',
  event_id: 'event id',
  conversion_id: 'conversion id',
};

/** The number of lines by outcome, good ones first; outcomes without lines are left out. */
export const outcomesOf = ({ counts }: Reconciliation) =>
  (['same', ...outcomes.filter((outcome) => outcome !== 'same')] as const)
    .map((outcome) => ({ outcome, lines: counts[outcome] }))
    .filter(({ lines }) => lines > 0);

/** The number of listed lines by outcome, for those that have any. */
export const outcomesIn = (rows: readonly ReconciledRow[]) =>
  outcomes
    .map((outcome) => ({ outcome, lines: rows.filter((row) => row.outcome === outcome).length }))
    .filter(({ lines }) => lines > 0);

export const expectedWords: Record<ExpectedAffiliates, string> = {
  named: 'affiliates in the file',
  all: 'the whole project',
};
