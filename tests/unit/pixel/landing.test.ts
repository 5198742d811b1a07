import { describe, expect, it } from 'vitest';
import { readEvent } from '#contract/collect/events.ts';
import { publicEventFields } from '#contract/collect/public.ts';
import { clickIds, clip, pageFields, touchFields } from '#pixel/event.ts';
import { fieldsOf, isExternalReferrer } from '#pixel/landing.ts';

describe('an address', () => {
  it('is read by the names of the collector, in any case, the first value first', () => {
    expect(fieldsOf('?UTM_Source=fb&utm_source=other&sccid=S1&affid=&page=2&gclid=%00a ')).toEqual({
      utm_source: 'fb',
      ScCid: 'S1',
      gclid: 'a',
    });
  });

  it('is reduced to the fields of the collector', () => {
    expect(publicEventFields).toEqual(expect.arrayContaining([...touchFields, ...clickIds]));
  });

  it.each([
    ['https://google.com/', 'shop.test', true],
    ['https://www.shop.test/cart', 'shop.test', false],
    ['https://shop.test/', 'www.shop.test', false],
    ['https://SHOP.test:8443/?x', 'checkout.shop.test', false],
    ['https://checkout.shop.test/', 'shop.test', false],
    ['https://workshop.test/', 'shop.test', true],
    ['https://shop.test.evil.test/', 'shop.test', true],
    ['android-app://com.google.android.gm/', 'shop.test', true],
    ['', 'shop.test', false],
  ])('came from outside: %s on %s is %s', (referrer, host, expected) => {
    expect(isExternalReferrer(referrer, host)).toBe(expected);
  });
});

describe('the fields of a page', () => {
  it('are cut to the limits of the collector', () => {
    expect(clip('x'.repeat(3_000), 'utm_source')).toHaveLength(2_048);
    expect(clip('x'.repeat(3_000), 'order_id')).toHaveLength(256);
    expect(clip('x'.repeat(3_000), 'affid')).toHaveLength(128);
    expect(clip(`${'x'.repeat(127)}😀`, 'affid')).toBe('x'.repeat(127));
    expect([clip(7), clip(0), clip(' a '), clip(''), clip(true), clip(Number.NaN)]).toEqual([
      '7',
      '0',
      'a',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("are sent in the collector's places", () => {
    expect(
      pageFields({
        order_id: 5521,
        value: '-86.50',
        affid: null,
        test: true,
        sku: 'A1',
        params: { a: 1 },
      }),
    ).toEqual({ order_id: '5521', value: '-86.50', test: true, params: { sku: 'A1', a: 1 } });
    for (const value of ['86,50', '1e3', Number.POSITIVE_INFINITY, '', null, {}])
      expect(pageFields({ value }).value).toBeUndefined();
    expect(pageFields({ text: 'x'.repeat(8_001) })).toEqual({});
  });

  it.each([3 * 2.2, 86.5, 0, 1e-7, 999_999_999_999.9999, -5.25])(
    'accept a number as the collector does: %d',
    (value) => {
      expect(pageFields({ value })).toEqual({ value });
      expect(readEvent({ event_name: 'refund', value })).toMatchObject({ kind: 'tracked' });
    },
  );

  it.each([1e12, -1e12, 1e21, Number.NaN, Number.NEGATIVE_INFINITY])(
    'leave out a number that the collector refuses: %d',
    (value) => {
      expect(pageFields({ value }).value).toBeUndefined();
      expect(readEvent({ event_name: 'refund', value })).toMatchObject({ kind: 'refused' });
    },
  );
});
