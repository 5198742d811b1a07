import { describe, expect, it } from 'vitest';
import { reasonKindOf } from '#server/failed-items/reason-kind.ts';

describe('the kind of a reason', () => {
  it.each([
    ['events', '53 TYPE_MISMATCH', 'warehouse'],
    ['events', '499 S3_ERROR', 'warehouse'],
    ['events', '53', 'warehouse'],
    ['conversions', '62 SYNTAX_ERROR', 'too_large'],
    ['conversions', '241 MEMORY_LIMIT_EXCEEDED', 'too_large'],
    ['conversions', '173 CANNOT_ALLOCATE_MEMORY', 'too_large'],
    ['conversions', '620 ANYTHING', 'warehouse'],
    ['decisions', 'invalid input syntax for type integer: "…" | 22P02', 'other'],
    ['recompute', '62 of 70 rows failed', 'other'],
    ['mails', '550 EENVELOPE', 'mail_refused'],
    ['mails', '450', 'mail_refused'],
    ['mails', 'ECONNREFUSED', 'mail_server'],
    ['mails', 'The mail could not be written.', 'other'],
  ] as const)('of %s, %j, is %s', (queue, reason, kind) => {
    expect(reasonKindOf({ queue, reason })).toBe(kind);
  });
});
