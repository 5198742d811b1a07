import type { SearchAnswer } from '#contract/conversions/search.ts';

/** An order of an earlier month, and a campaign. */
export const searchAnswer: SearchAnswer = {
  conversions: [
    {
      id: 'cv_409182',
      project_id: 7,
      record: 'conversion',
      order_id: 'NO-409182',
      event_time: '2026-11-03T17:00:00.000Z',
      status: 'approved',
      excluded_reason: null,
      value: 129.9,
      currency: 'USD',
    },
  ],
  campaigns: [{ kind: 'campaign', id: '238401', name: 'BF prospecting' }],
};
