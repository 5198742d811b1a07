import { describe, expect, it } from 'vitest';
import { healthReason, milliseconds } from '#views/funnels/common/words.ts';

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
});
