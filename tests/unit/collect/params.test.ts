import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paramsSchema, truncateParams } from '#contract/collect/params.ts';
import { pageFields } from '#pixel/event.ts';
import { publicReader } from '#server/collect/public/page-event.ts';

const isTaken = (value: unknown) => paramsSchema.safeParse(value).success;

/** Params of a page: short, and often at a limit. */
const message = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'large', withCrossShrink: true },
    fc.string({ maxLength: 12 }),
    fc.constantFrom('x'.repeat(2_049), 'a\0b', '\ud83c', 7, null, true),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string({ maxLength: 4 }), fc.constant('\ud83c')), tie('value'), {
      maxKeys: 4,
    }),
    fc.constant(Array.from({ length: 201 }, (_, index) => index)),
    fc.constant(Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`f${index}`, index]))),
  ),
}));

describe('params that are cut to the limits', () => {
  it('are always accepted, and unchanged within the limits', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 4 }), message.value), (params) => {
        const plain: Record<string, unknown> = JSON.parse(JSON.stringify(params));
        const cut = truncateParams(plain);
        expect(isTaken(cut)).toBe(true);
        if (isTaken(plain)) expect(cut).toEqual(plain);
      }),
      { numRuns: 1_000, seed: 20_261_127 },
    );
  });

  it('keep the first of too many, and the beginning of long texts', () => {
    const many = Array.from({ length: 300 }, (_, index) => index);
    const deep = JSON.parse(`${'{"a":'.repeat(12)}1${'}'.repeat(12)}`);
    expect(
      truncateParams({ many, text: `${'x'.repeat(2_047)}\u{1f381}`, deep: [1, deep] }),
    ).toEqual({
      many: many.slice(0, 200),
      text: 'x'.repeat(2_047),
      deep: [1, JSON.parse(`${'{"a":'.repeat(5)}{}${'}'.repeat(5)}`)],
    });
  });
});

describe('a sale of a page', () => {
  const read = (fields: object) => {
    const event = {
      ...pageFields({ order_id: '5521', value: 86.5, currency: 'USD', ...fields }),
      event_id: 'e1',
      event_name: 'purchase',
      event_time: 1_795_000_000_000,
    };
    const reader = publicReader({ address: '203.0.113.1', userAgent: 'x', clockAhead: 0 });
    return reader(JSON.parse(JSON.stringify(event)));
  };

  it.each([
    ['nothing else', {}],
    ['the cart as a text of 3,000 characters', { cart: 'x'.repeat(3_000) }],
    ['a list of 201 articles', { skus: Array.from({ length: 201 }, (_, index) => index) }],
    [
      '65 fields of its own',
      Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`field_${index}`, 1])),
    ],
    ['a title that was cut in the middle of an emoji', { title: 'Gift \u{1f381}'.slice(0, 6) }],
    [
      'a data layer of nine levels',
      JSON.parse('{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":1}}}}}}}}}'),
    ],
  ])('is accepted with %s', (_, more) => {
    expect(read(more)).toMatchObject({
      kind: 'tracked',
      event: { order_id: '5521', value: '86.5' },
    });
  });
});
