import type { FailedItem } from '#contract/failed-items/schemas.ts';

const unknown = { name: null, order: null, conversion: null, time: null };

export const failedEvent: FailedItem = {
  id: 71,
  queue: 'events',
  item: '4012',
  subject: {
    ...unknown,
    kind: 'event',
    name: 'Purchase',
    order: 'A-7',
    time: '2026-11-20T20:01:09.000Z',
  },
  reason: '53 TYPE_MISMATCH',
  reason_kind: 'warehouse',
  tries: 1,
  set_aside_at: '2026-11-20T20:03:41.000Z',
};
export const failedConversion: FailedItem = {
  id: 70,
  queue: 'pixels',
  item: '12 c_7f3a',
  subject: { ...unknown, kind: 'conversion', conversion: 'c_7f3a' },
  reason: '62 SYNTAX_ERROR',
  reason_kind: 'too_large',
  tries: 5,
  set_aside_at: '2026-11-20T19:00:00.000Z',
};
export const failedMail: FailedItem = {
  id: 69,
  queue: 'mails',
  item: 'invite 31',
  subject: { ...unknown, kind: 'invite', name: 'cleo@acme.test' },
  reason: '550 EENVELOPE',
  reason_kind: 'mail_refused',
  tries: 1,
  set_aside_at: '2026-11-20T18:00:00.000Z',
};
