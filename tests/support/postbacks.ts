import type { LoggedPostback } from '#contract/collect/postback-log.ts';

export const postback: LoggedPostback = {
  id: 62,
  received_at: '2026-11-20T19:03:58.000Z',
  method: 'GET',
  address: '/t/pb?key=cs_4fQ2••••&click_id=ck_77&txid=1041&payout=129.9&status=approved',
  from: '203.0.113.0',
  result: 'accepted',
  field: null,
  message: null,
  event_name: 'purchase',
  click_id: 'ck_77',
  order_id: '1041',
  value: '129.9',
  currency: 'USD',
  status: 'approved',
  conversion_id: 'cv_1041',
};

/** An unreadable postback, without further fields. */
export const refusedPostback: LoggedPostback = {
  ...postback,
  id: 61,
  address: '/t/pb?key=cs_4fQ2••••&txid=1042&payout=%7Bpayout%7D',
  result: 'parse_error',
  field: 'click_id',
  message: 'click_id is missing.',
  click_id: '',
  order_id: '1042',
  value: '{payout}',
  currency: '',
  status: '',
  conversion_id: null,
};
