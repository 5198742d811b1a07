import type { EventRow } from '../../warehouse/rows.ts';

/** The fields of an event that live streams show. */
export type LiveEvent = Pick<
  EventRow,
  | 'side'
  | 'event_name'
  | 'event_time'
  | 'affid'
  | 'affsub'
  | 'event_id'
  | 'order_id'
  | 'value'
  | 'currency'
  | 'campaign_id'
  | 'adset_id'
  | 'ad_id'
  | 'country'
  | 'device'
  | 'status'
> & {
  uid: string;
  received_at: string;
  is_test: boolean;
  is_bot: boolean;
  pixel: number | null;
  url: string;
  network: string;
};
