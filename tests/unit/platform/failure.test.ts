import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createLog } from '#server/platform/logger.ts';

const secret = 'a-secret-of-somebody';

function logged(fields: object): string {
  const lines: string[] = [];
  createLog('trace', { write: (line) => void lines.push(line) }).error(fields, 'failed');
  return lines.join('');
}

function refused(message: string, code: string): pg.DatabaseError {
  const error = new pg.DatabaseError(message, message.length, 'error');
  return Object.assign(error, { code, detail: `Key (email)=(${secret}) already exists.` });
}

const failed = (cause: Error) =>
  new DrizzleQueryError('select * from users where email = $1', [secret], cause);

describe('an error in the log', () => {
  it.each([
    ['as an error', (error: Error) => ({ err: error })],
    ['as a reason', (error: Error) => ({ reason: error })],
    ['inside of another', (error: Error) => ({ err: new Error('outer', { cause: error }) })],
    ['among several', (error: Error) => ({ err: new AggregateError([error], 'some') })],
  ])('names %s with the failed statement and the reason, without its values', (_, giving) => {
    const line = logged(giving(failed(refused('duplicate key value', '23505'))));
    expect(line).toContain('select * from users where email = $1');
    expect(line).toContain('duplicate key value');
    expect(line).toContain('23505');
    expect(line).not.toContain(secret);
    expect(line).not.toContain('params');
  });

  it('quotes no unreadable value', () => {
    const error = refused(`invalid input syntax for type integer: "${secret}"`, '22P02');
    expect(logged({ err: failed(error) })).not.toContain(secret);
    expect(logged({ err: error })).toContain('invalid input syntax for type integer: \\"…\\"');
    expect(logged({ reason: error })).not.toContain(secret);
  });

  it('contains its stack', () => {
    const error = new Error('two\nlines');
    expect(JSON.parse(logged({ err: error })).err).toEqual({
      type: 'Error',
      message: 'two\nlines',
      stack: expect.stringMatching(/^\s+at .*failure\.test\.ts/),
    });
    expect(JSON.parse(logged({ reason: 'a sentence' })).reason).toBe('a sentence');
  });
});
