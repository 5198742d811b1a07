import type { FailedItem, ReasonKind } from '#contract/failed-items/schemas.ts';
import { mailReasonKind } from '../mail/undelivered.ts';
import { warehouseReasonKind } from '../warehouse/insert-errors.ts';

/** The kind of a stored reason, so that its readers need to know no error codes. */
export const reasonKindOf = ({ queue, reason }: Pick<FailedItem, 'queue' | 'reason'>): ReasonKind =>
  (queue === 'mails' ? mailReasonKind(reason) : warehouseReasonKind(reason)) ?? 'other';
