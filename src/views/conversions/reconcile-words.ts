import {
  type MatchedBy,
  type Outcome,
  outcomes,
  type ReconciledColumn,
  type Reconciliation,
} from '#contract/conversions/reconciliation.ts';

export const outcomeWords: Record<Outcome, string> = {
  same: 'The same',
  differs: 'Differs',
  unmatched: 'Not known here',
  conflict: 'In conflict',
  unreadable: 'Not readable',
};

export const columnWords: Record<ReconciledColumn, string> = {
  id: 'Their id',
  status: 'Status',
  value: 'Value',
};

export const matchWords: Record<MatchedBy, string> = {
  order_id: 'order',
  click_id: 'click id',
  event_id: 'event id',
  conversion_id: 'conversion id',
};

/** How many lines came out as what, the good news first; what did not happen is not told. */
export const outcomesOf = ({ counts }: Reconciliation) =>
  (['same', ...outcomes.filter((outcome) => outcome !== 'same')] as const)
    .map((outcome) => ({ outcome, lines: counts[outcome] }))
    .filter(({ lines }) => lines > 0);
