import type { Said } from './postback-fields.ts';

/**
 * `{x}`, `{{x}}` or `${x}` and nothing besides. An id that some write in braces, as `{3F2504E0-4F89-…}`, is one that was
 * filled.
 */
const macro = /^\$?(?!\{[\da-f]{8}-)(\{[^{}]+\}|\{\{[^{}]+\}\})$/i;

const ids = [
  { field: 'click_id', code: 'click_id_invalid' },
  { field: 'txid', code: 'order_id_invalid' },
] as const;

/**
 * The first id that came as the placeholder of the network's template. It would be the same for all that the network
 * reports: many sales would become one order. What else is no amount, event or status is refused in its own words.
 */
export const unfilledIn = (said: Said) =>
  ids.find(({ field }) => macro.test(said(field) ?? '')) ?? null;
