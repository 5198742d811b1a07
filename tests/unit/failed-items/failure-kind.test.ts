import { ClickHouseError } from '@clickhouse/client';
import { DrizzleQueryError } from 'drizzle-orm';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type FailureKind, failureKind } from '#server/failed-items/failure-kind.ts';
import { isStoreAway } from '#server/failed-items/store-away.ts';
import { StoreAway } from '#server/platform/store-away.ts';

const warehouse = (code: string, type = '', message = 'It fails.') =>
  new ClickHouseError({ message, code, type });
const memory = (which: string): [string, unknown] => [
  which,
  warehouse('241', 'MEMORY_LIMIT_EXCEEDED', `${which}: would use 9.32 GiB, maximum: 9.31 GiB.`),
];
const database = (code: string) =>
  Object.assign(new pg.DatabaseError('It fails.', 1, 'error'), { code });
const coded = (code: string, fields: object = {}) =>
  Object.assign(new Error('It fails.'), { code, ...fields });

const kinds: Record<FailureKind, [string, unknown][]> = {
  passing: [
    ...['159', '202', '209', '210', '225', '236', '241', '242', '243', '252', '285', '286', '319']
      .concat(['173', '203', '394', '425', '439', '516', '999'])
      .map((code): [string, unknown] => [`ClickHouse ${code}`, warehouse(code)]),
    ...[
      '(total) memory limit exceeded',
      'Memory limit (total) exceeded',
      'User memory limit exceeded',
      'Memory limit (for user) exceeded',
    ].map(memory),
    ['ClickHouse SERVER_OVERLOADED', warehouse('745', 'SERVER_OVERLOADED')],
    ...['08006', '28P01', '3D000', '40001', '40P01', '53200', '53300', '55P03', '57P01', '58030']
      .concat(['25006'])
      .map((code): [string, unknown] => [`PostgreSQL ${code}`, database(code)]),
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'CERT_HAS_EXPIRED'].map(
      (code): [string, unknown] => [code, coded(code)],
    ),
    ['a missing socket', coded('ENOENT', { syscall: 'connect' })],
    ['an engine that stopped', new StoreAway('The warehouse engine is not running.')],
    ['a cut connection', new Error('Connection terminated unexpectedly')],
    ['a full pool', new Error('timeout exceeded when trying to connect')],
    ['a proxy', new Error('<html><title>502 Bad Gateway</title></html>')],
    ['an empty answer', new Error('')],
    ['a query that was cut', new DrizzleQueryError('select', [], coded('ECONNRESET'))],
  ],
  lasting: [
    ...['6', '26', '53', '62', '131', '158', '306'].map((code): [string, unknown] => [
      `ClickHouse ${code}`,
      warehouse(code),
    ]),
    ...['Query memory limit exceeded', 'Memory limit (for query) exceeded'].map(memory),
    ['PostgreSQL 22P05', database('22P05')],
    ['a query of 22P05', new DrizzleQueryError('select', [], database('22P05'))],
    ['a programming error', new TypeError('It is undefined.')],
  ],
  uncertain: [
    ...['49', '70', '321', '349', '1001'].map((code): [string, unknown] => [
      `ClickHouse ${code}`,
      warehouse(code),
    ]),
    ...['23503', '42P01', '57014', 'XX000'].map((code): [string, unknown] => [
      `PostgreSQL ${code}`,
      database(code),
    ]),
    ['a timeout of the client', new Error('Timeout error.')],
    ['a missing file', coded('ENOENT', { syscall: 'open' })],
    ['a plain error', new Error('A conversion needs a report.')],
    ['no error', 'text'],
  ],
};

describe.each(Object.entries(kinds))('%s', (kind, errors) => {
  it.each(errors)('is %s', (_, error) => {
    expect(failureKind(error)).toBe(kind);
  });
});

describe('a failure', () => {
  it('that is not known is counted, whatever it says', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z ]{1,40}$/), (message) => {
        fc.pre(!isStoreAway(new Error(message)));
        expect(failureKind(new Error(message))).toBe('uncertain');
      }),
    );
  });

  it('of an absent store says nothing about the item', () => {
    const all = Object.values(kinds).flat();
    const away = all.filter(([, error]) => isStoreAway(error));
    expect(away.length).toBeGreaterThan(10);
    for (const [name, error] of away) expect(failureKind(error), name).toBe('passing');
  });

  it.each([
    ['memory', warehouse('241'), false],
    ['time', warehouse('159'), false],
    ['a deadlock', database('40P01'), false],
    ['a lost connection', coded('ECONNRESET'), true],
    ['a stopped database', database('57P01'), true],
  ])('of %s may or may not be of an absent store', (_, error, isAway) => {
    expect(isStoreAway(error)).toBe(isAway);
  });
});
