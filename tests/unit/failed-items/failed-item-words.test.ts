import { describe, expect, it } from 'vitest';
import type { FailedSubject } from '#contract/failed-items/schemas.ts';
import { errorOf, retriedWords, subjectOf } from '#views/settings/failed-item-words.ts';

const unknown = { name: null, order: null, conversion: null, time: null };

describe('the error of an item', () => {
  it.each([
    ['warehouse', '53 TYPE_MISMATCH', 'The warehouse answered with error 53 TYPE_MISMATCH.'],
    ['too_large', '62 SYNTAX_ERROR', 'It is too large for the warehouse (62 SYNTAX_ERROR).'],
    ['mail_refused', '550 EENVELOPE', 'The mail server refused it (550 EENVELOPE).'],
    ['mail_server', 'ECONNREFUSED', 'The mail server could not be used (ECONNREFUSED).'],
    ['other', 'The mail could not be written.', 'The mail could not be written.'],
    [
      'other',
      'invalid input syntax for type integer: "…" | 22P02 | select $1',
      'Invalid input syntax for type integer: "…" (22P02).',
    ],
    ['other', 'It fails.', 'It fails.'],
    ['other', 'Cannot read properties of undefined', 'Cannot read properties of undefined.'],
  ] as const)('of the kind %s, %j, is one sentence', (reason_kind, reason, sentence) => {
    expect(errorOf({ reason, reason_kind })).toBe(sentence);
  });
});

describe('the subject of an item', () => {
  const cases: [Partial<FailedSubject> & Pick<FailedSubject, 'kind'>, string, string | null][] = [
    [{ kind: 'event', name: 'Purchase' }, 'Event Purchase', null],
    [{ kind: 'event', name: 'Lead', order: 'A-7' }, 'Event Lead of order A-7', null],
    [{ kind: 'event' }, 'Event', null],
    [{ kind: 'cost' }, 'Cost of a day', null],
    [{ kind: 'conversion', conversion: 'c_1/2' }, 'Conversion c_1/2', '/conversions/c_1%2F2'],
    [{ kind: 'conversion', name: 'c_1' }, 'Conversion c_1', null],
    [{ kind: 'conversion' }, 'Conversion', null],
    [{ kind: 'conversions' }, 'Conversions of one batch of events', null],
    [{ kind: 'decision', name: 'rejected' }, 'Decision: rejected', null],
    [{ kind: 'decision', conversion: 'c_1' }, 'Decision', '/conversions/c_1'],
    [{ kind: 'correction', name: '1001' }, 'Correction for affiliate 1001', null],
    [{ kind: 'project' }, 'Recalculation of the project', null],
    [{ kind: 'invite', name: 'a@b.test' }, 'Invite to a@b.test', '/settings#team'],
    [{ kind: 'invite' }, 'Invite', '/settings#team'],
  ];
  it.each(cases)('%j', (subject, name, to) => {
    expect(subjectOf({ queue: 'events', subject: { ...unknown, ...subject } })).toEqual({
      name,
      to,
    });
  });

  it.each([
    ['conversion', 'c_1', 'Event pixels for conversion c_1', '/conversions/c_1'],
    ['conversions', null, 'Event pixels for several conversions', null],
  ] as const)('of event pixels, %s', (kind, conversion, name, to) => {
    const subject = { ...unknown, kind, conversion };
    expect(subjectOf({ queue: 'pixels', subject })).toEqual({ name, to });
  });
});

describe('the result of a retry', () => {
  it.each([
    [1, /^One item is/],
    [1_204, /^1,204 items are/],
    [0, /^0 items are/],
  ])('of %i', (retried, words) =>
    expect(retriedWords({ retried, remaining: 0, reason: null })).toMatch(words),
  );

  it.each([
    [0, 1, 'Nothing was tried again. One item stays here: Try again tomorrow.'],
    [
      1,
      1_204,
      'One item is being tried again. If it fails, it is listed here once more. 1,204 items stay here, the first because: Try again tomorrow.',
    ],
  ])('of %i, with %i that stay', (retried, remaining, words) =>
    expect(retriedWords({ retried, remaining, reason: 'Try again tomorrow.' })).toBe(words),
  );
});
