import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withExactNumbers } from '#server/platform/exact-numbers.ts';

const read = (json: string): unknown => JSON.parse(withExactNumbers(json));

describe('whole numbers beyond 2^53', () => {
  it.each([
    ['{"a":120208123456789013}', { a: '120208123456789013' }],
    ['{"a": -120208123456789013 }', { a: '-120208123456789013' }],
    ['[120208123456789013,120208123456789011\n]', ['120208123456789013', '120208123456789011']],
    ['{"a":9007199254740991,"b":9007199254740993}', { a: 9007199254740991, b: '9007199254740993' }],
    ['{"a":"120208123456789013"}', { a: '120208123456789013' }],
    [String.raw`{"a":"say \"x\", 120208123456789013, y"}`, { a: 'say "x", 120208123456789013, y' }],
    [String.raw`{"a\\":120208123456789013}`, { 'a\\': '120208123456789013' }],
    [
      '{"a":0.1234567890123456789,"b":1234567890123456.5}',
      { a: Number('0.1234567890123456789'), b: 1234567890123456.5 },
    ],
    ['{"a":1234567890123456789e2}', { a: Number('1234567890123456789e2') }],
  ])('are texts in %s', (json, expected) => {
    expect(read(json)).toEqual(expected);
  });

  it.each([
    '{120208123456789013:1}',
    '{"a":0120208123456789013}',
    '[1 120208123456789013]',
    '{"a":120208123456789013',
    '{"a":"120208123456789013}',
    '120208123456789013 120208123456789013',
  ])('repair no JSON: %s', (json) => {
    expect(() => read(json)).toThrow(SyntaxError);
  });

  it('keep their digits wherever they are, and change nothing else', () => {
    const id = fc.bigInt({ min: 2n ** 53n, max: 2n ** 90n });
    const rest = fc.array(
      fc.oneof(fc.string(), fc.integer(), fc.double({ min: -1e15, max: 1e15 }), fc.boolean()),
    );
    fc.assert(
      fc.property(id, rest, fc.string(), (number, other, text) => {
        const note = `${text}"${number},${text}\\`;
        const json = JSON.stringify({ note, other, [note]: 0 });
        expect(read(`{"id": ${number},"rest":${json}}`)).toEqual({
          id: `${number}`,
          rest: JSON.parse(json),
        });
      }),
    );
  });

  it('cost little in a body that is long or made to be slow', () => {
    const started = performance.now();
    for (const json of [
      `"${'\\"'.repeat(1_000_000)} 1234567890123456`,
      `"${'\\'.repeat(2_000_000)} 1234567890123456`,
      `[${' '.repeat(2_000_000)}1234567890123456789]`,
      `[${'1'.repeat(2_000_000)}]`,
      '["" 1234567890123456789'.repeat(100_000),
    ])
      withExactNumbers(json);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
