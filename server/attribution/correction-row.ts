import {
  byDimension,
  byOwnColumn,
  noneOf,
  storedDimensions,
} from '#contract/analytics/dimensions.ts';
import { userKey } from './conversion-id.ts';
import type { Resolved } from './conversion-row.ts';
import { fixed, money } from './money.ts';
import { noOffer } from './offer-columns.ts';
import type { ProjectFacts } from './raw-events.ts';

/** A stored correction: signed amounts in the project's currency of its day. */
export type Correction = {
  id: number;
  affid: string;
  offer_id: string;
  revenue: string;
  payout: string;
  currency: string;
  reason_code: string;
  note: string;
  effective_at: Date;
};

export const correctionId = (id: number): string => `a_${id}`;

/** The `conversions` row of a correction: money without a conversion and without a click. */
export function correctionRow(
  facts: ProjectFacts,
  correction: Correction,
): Omit<Resolved, 'known'> {
  const { affid, offer_id, currency, reason_code, note } = correction;
  const id = correctionId(correction.id);
  const value = fixed(money(correction.revenue));
  const noUser = { user_id: '', visitor_id: '' };
  return {
    project_id: facts.id,
    conversion_id: id,
    side: 'server',
    record: 'adjustment',
    event_name: 'adjustment',
    event_time: correction.effective_at.toISOString(),
    event_uid: '',
    event_id: '',
    order_id: '',
    dedup_key: id,
    dedup_method: '',
    paired: 0,
    value_mismatch: 0,
    value,
    value_sent: value,
    currency,
    raw_count: 1,
    raw_value: value,
    payout: fixed(money(correction.payout)),
    status: 'approved',
    excluded_reason: '',
    ...noUser,
    user_key: userKey(facts.id, noUser, id),
    attributed: 0,
    reason: note ? `correction: ${reason_code}, ${note}` : `correction: ${reason_code}`,
    click_id: '',
    click_uid: '',
    click_time: null,
    ...byDimension(storedDimensions, noneOf),
    affid,
    offer_id,
    ...byOwnColumn(noneOf),
    own_affid: affid,
    own_offer_id: offer_id,
    ...noOffer,
    event_uids: [],
    touches: '[]',
  };
}
