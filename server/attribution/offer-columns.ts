import type { ConversionRow } from './conversion-row.ts';

export type OfferColumns = Pick<
  ConversionRow,
  'goal' | 'terms_id' | 'terms_count' | 'unpaid_reason' | 'cap_id' | 'hold_days'
>;

/** Of a row that follows no offer. */
export const noOffer: OfferColumns = {
  goal: '',
  terms_id: 0,
  terms_count: 0,
  unpaid_reason: '',
  cap_id: 0,
  hold_days: 0,
};
