import type { ConversionStatus, DecisionReason } from '#contract/conversions/decisions.ts';
import { count } from '../kit/format.ts';

/** The statuses that can be set, most used first. */
export const settableStatuses = ['approved', 'rejected', 'reversed', 'pending'] as const;

/** The button that sets a status. */
export const statusActionWords: Record<ConversionStatus, string> = {
  approved: 'Approve',
  rejected: 'Reject',
  reversed: 'Reverse',
  pending: 'Hold',
};

/** The end of the sentence after a decision: "3 conversions on hold." */
export const newStatusWords: Record<ConversionStatus, string> = {
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
