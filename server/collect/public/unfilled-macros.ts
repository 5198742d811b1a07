import { isUnfilled } from '#contract/collect/unfilled.ts';
import { type PostbackFields, postbackIds } from './postback-fields.ts';

/** The first id that the network did not fill in. Amounts, events and statuses are refused by their own rules. */
export const unfilledMacro = (fields: PostbackFields) =>
  postbackIds.find((field) => isUnfilled(fields(field) ?? '')) ?? null;
