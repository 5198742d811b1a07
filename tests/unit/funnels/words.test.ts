import { describe, expect, it } from 'vitest';
import { healthProblem, healthReason } from '#views/funnels/common/health-words.ts';
import { milliseconds } from '#views/funnels/common/words.ts';
import { filterInSentence, filterWords, valueHint } from '#views/funnels/steps/filter-words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the time between steps', () => {
  it.each([
    [null, '–'],
    [0, '0 s'],
    [420, '0.4 s'],
    [1_925, '1.9 s'],
    [9_990, '10 s'],
    [42_810, '43 s'],
    [60_000, '1 min'],
    [95_896, '1 min 36 s'],
    [119_700, '2 min'],
    [720_000, '12 min'],
    [115_200_000, '1 d 8 h'],
  ])('%s ms is %s', (value, words) => {
    expect(plain(milliseconds(value))).toBe(words);
  });
});

describe('the health of a step', () => {
  const step = { slug: 'lead', name: 'Lead', since: null, seen: null, expected: null };

  it('says whether nobody looked yet or there is too little to compare', () => {
    const reason = (checked_at: string | null) =>
      healthReason({ ...step, state: 'unknown', checked_at }, 'UTC');
    expect(reason(null)).toBe('The events were not checked yet');
    expect(reason('2026-11-20T12:00:00.000Z')).toBe('There are too few events to compare with');
  });

  it('says since when no event comes, without the day on that day', () => {
    const silent = {
      ...step,
      state: 'silent' as const,
      since: '2026-11-20T19:00:00.000Z',
      checked_at: null,
    };
    const zone = 'America/New_York';
    expect(healthProblem(silent, zone)).toBe('silent since Nov 20, 2026, 14:00');
    expect(healthProblem(silent, zone, '2026-11-21T04:59:00.000Z')).toBe('silent since 14:00');
    expect(healthProblem(silent, zone, '2026-11-21T05:00:00.000Z')).toBe(
      'silent since Nov 20, 2026, 14:00',
    );
    expect(healthReason(silent, zone)).toBe('Lead: silent since Nov 20, 2026, 14:00');
  });

  it('says how many events came where more were usual', () => {
    const low = { ...step, state: 'low' as const, checked_at: null };
    expect(healthProblem(low, 'UTC')).toBe('far fewer events than usual');
    expect(healthProblem({ ...low, seen: 3, expected: 41.2 }, 'UTC')).toBe(
      '3 events instead of about 41',
    );
    expect(healthProblem({ ...low, state: 'ok' }, 'UTC')).toBeNull();
  });
});

describe('a condition', () => {
  it.each([
    ['Country is US', { property: 'country', operator: 'in', values: ['US'] }],
    ['Country is not US', { property: 'country', operator: 'not_in', values: ['US'] }],
    ['Country is one of US, CA', { property: 'country', operator: 'in', values: ['US', 'CA'] }],
    ['Page path contains /offer', { property: 'path', operator: 'contains', value: '/offer' }],
    ['Own field Plan is known', { property: 'custom.Plan', operator: 'is_set' }],
  ] as const)('reads %s', (words, filter) => {
    const copy = 'values' in filter ? { ...filter, values: [...filter.values] } : filter;
    expect(filterWords(copy)).toBe(words);
    expect(filterInSentence(copy)).toBe(words.charAt(0).toLowerCase() + words.slice(1));
  });

  it('asks for the id where reports show a name', () => {
    expect(valueHint('campaign_id')).toBe('Enter the id, not the name.');
    expect(valueHint('country')).toBeUndefined();
    expect(valueHint('query.utm_id')).toBeUndefined();
  });
});
