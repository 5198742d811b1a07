import { describe, expect, it } from 'vitest';
import { labelOf } from '#views/dashboard/table/groupings.ts';

describe('the label of a row', () => {
  it.each([
    ['campaign_id', 'c1', 'BF prospecting', 'BF prospecting'],
    ['date', '2026-11-20', '2026-11-20', 'Fri, Nov 20, 2026'],
    ['hour', '2026-11-01T01:00:00-04:00', '', 'Nov 1, 01:00 \u221204:00'],
    ['hour', '2026-11-01T01:00:00-05:00', '', 'Nov 1, 01:00 \u221205:00'],
    ['hour', null, '(none)', '(none)'],
  ] as const)('by %s %s', (grouping, key, label, words) => {
    expect(labelOf(grouping, { key, label })).toBe(words);
  });
});
