import type { PostbackFields } from './postback-fields.ts';

/** `{x}`, `{{x}}` or `${x}` and nothing else. A GUID in braces, as `{3F2504E0-4F89-…}`, is a filled value. */
const macro = /^\$?(?!\{[\da-f]{8}-)(\{[^{}]+\}|\{\{[^{}]+\}\})$/i;

const ids = [
  { field: 'click_id', code: 'click_id_invalid' },
  { field: 'txid', code: 'order_id_invalid' },
  { field: 'order_id', code: 'order_id_invalid' },
  { field: 'network', code: 'network_invalid' },
] as const;

/**
 * The first id that is still the placeholder of the network's template. It would be equal in every postback, and many
 * sales would become one order. Unfilled amounts, events and statuses are refused by their own rules.
 */
export const unfilledMacro = (fields: PostbackFields) =>
  ids.find(({ field }) => macro.test(fields(field) ?? '')) ?? null;
