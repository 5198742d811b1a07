import type { OwnColumn } from '#contract/analytics/dimensions.ts';
import type { UnpaidReason } from '../offer-terms/unpaid-reason.ts';
import type { Origin, Place, Side } from '../warehouse/rows.ts';

/**
 * One row of `conversions` as it is inserted: money with four decimals, instants as ISO text with ms. What the event
 * itself names counts for models that credit another click, or none.
 */
export type ConversionRow = Origin &
  Place &
  Record<OwnColumn, string> & {
    project_id: number;
    conversion_id: string;
    side: Side;
    version: string;
    deleted: 0 | 1;
    known_at: string;
    record: 'conversion' | 'refund' | 'adjustment';
    event_name: string;
    event_time: string;
    event_uid: string;
    event_id: string;
    order_id: string;
    dedup_key: string;
    dedup_method: '' | 'event_id' | 'fallback';
    paired: 0 | 1;
    value_mismatch: 0 | 1;
    value: string;
    value_sent: string;
    currency: string;
    raw_count: number;
    raw_value: string;
    payout: string;
    status: string;
    excluded_reason: '' | 'rejected' | 'reversed' | 'no_rate';
    user_id: string;
    visitor_id: string;
    user_key: string;
    attributed: 0 | 1;
    reason: string;
    click_id: string;
    click_uid: string;
    click_time: string | null;
    goal: string;
    /** The terms of its offer that it follows; 0 without any. */
    terms_id: number;
    /** Where its terms have tiers: from which conversion of the month on its amount is paid. */
    terms_count: number;
    unpaid_reason: UnpaidReason;
    /** The cap that was full when the click came, also where the conversion is paid. */
    cap_id: number;
    /** For how many days it waits for approval; 0 where a report names its status. */
    hold_days: number;
    event_uids: string[];
    /** The conversion's `StoredTouch`es as JSON, oldest first. */
    touches: string;
  };

/** The resolver's result; version and write time are added when it is written. */
export type Resolved = Omit<ConversionRow, 'version' | 'deleted' | 'known_at'> & {
  /** When the latest event or click that this row depends on was ingested, in ms. */
  known: number;
};

/** One touch inside `touches`; instants and spans in ms. `own` and `before` are those of `EarlierTouch`. */
export type StoredTouch = Origin &
  Place & {
    uid: string;
    time: number;
    before: number;
    ingested: number;
    click_id: string;
    own: number;
    direct: 0 | 1;
  };
