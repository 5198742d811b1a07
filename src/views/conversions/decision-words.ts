import type { ConversionStatus, DecisionReason } from '#contract/conversions/decisions.ts';
import { count } from '../kit/format.ts';

/** What can be decided, in the order it is asked for most. */
export const verdicts = ['approved', 'rejected', 'reversed', 'pending'] as const;

export const verdictWords: Record<ConversionStatus, string> = {
  approved: 'Approve',
  rejected: 'Reject',
  reversed: 'Reverse',
  pending: 'Hold',
};

export const doneWords: Record<ConversionStatus, string> = {
  approved: 'approved',
  rejected: 'rejected',
  reversed: 'reversed',
  pending: 'on hold',
};

export const reasonWords: Record<DecisionReason, string> = {
  refund: 'Refund',
  fraud: 'Fraud',
  duplicate: 'Duplicate',
  test_order: 'Test order',
  out_of_geo: 'Outside the countries',
  forbidden_traffic: 'Forbidden traffic',
  over_cap: 'Over the cap',
  other: 'Other reason',
};

export const signed = (value: number, write: (value: number) => string): string =>
  value > 0 ? `+${write(value)}` : write(value);

export const conversionsIn = (conversions: number): string =>
  `${count(conversions)} ${conversions === 1 ? 'conversion' : 'conversions'}`;
