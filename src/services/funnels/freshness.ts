import type { Freshness } from '#model/query.ts';

/** The freshness of an answer of the funnels, which are counted by day. */
export const freshnessOf = (as_of: string, timezone: string, currency: string): Freshness => ({
  as_of,
  timezone,
  granularity: 'day',
  currency,
  compare: null,
  approximate: [],
});

/** The freshness of an answer without figures, which is as old as its reading. */
export const freshnessAt = (now: number): Freshness =>
  freshnessOf(new Date(now).toISOString(), 'UTC', '');
