import { isUnfilled } from '#contract/collect/unfilled.ts';
import type { PostbackFields } from './postback-fields.ts';

const ids = [
  { field: 'click_id', code: 'click_id_invalid' },
  { field: 'txid', code: 'order_id_invalid' },
  { field: 'affid', code: 'affid_invalid' },
  { field: 'order_id', code: 'order_id_invalid' },
  { field: 'network', code: 'network_invalid' },
] as const;

/** The first id that the network did not fill in. Amounts, events and statuses are refused by their own rules. */
export const unfilledMacro = (fields: PostbackFields) =>
  ids.find(({ field }) => isUnfilled(fields(field) ?? '')) ?? null;
