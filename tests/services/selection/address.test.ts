import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clocks, models } from '#contract/analytics/attribution.ts';
import { originFilters } from '#contract/analytics/dimensions.ts';
import { presets } from '#contract/period.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { longestText } from '#contract/text-length.ts';
import { createAddress, readAddress, writeAddress } from '#services/selection/address.ts';
import { recordedEvents } from '../../support/recorded-events.ts';
import { fakeWindow } from '../../support/window.ts';

const input = (opening: ViewState) =>
  Object.fromEntries(Object.entries(opening).filter(([, value]) => value !== undefined));

const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const id = fc.integer({ min: 1, max: 1_000_000 });
const period = fc.tuple(day, day).map((ends) => {
  const [start = '', end = ''] = ends.sort();
  return { start, end };
});
const values = fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });
const openings: fc.Arbitrary<ViewState> = fc.record(
  {
    project: id,
    affiliates: fc
      .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 })
      .map((ids) => ids.sort((a, b) => a - b)),
    offerIds: values,
    countries: values,
    filters: fc.dictionary(fc.constantFrom(...originFilters), values, { minKeys: 1 }),
    range: fc.oneof(fc.constantFrom(...presets), period),
    timezone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', null),
    comparison: fc.constantFrom('none', 'previous', 'same_elapsed', 'last_year', 'custom'),
    comparedPeriod: period,
    browserConversions: fc.boolean(),
    uniqueConversions: fc.boolean(),
    model: fc.constantFrom(...models),
    lookbackDays: fc.integer({ min: 1, max: 90 }),
    clock: fc.constantFrom(...clocks),
    asOf: fc.constantFrom('2026-11-20T20:14:05Z', '2026-11-20T15:14:05.250-05:00'),
    definitions: fc.integer({ min: 1, max: 99 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

describe('an address', () => {
  it('opens the state that was written into it', () => {
    fc.assert(
      fc.property(openings, (opening) => {
        expect(input(readAddress(writeAddress('', opening)))).toEqual(opening);
      }),
    );
  });

  it('carries the longest value of an event, excluded or included', () => {
    const longest = '\\'.padEnd(longestText, 'x');
    const opening = {
      filters: { campaign_id: [`\\${longest}`, `-${longest}`], device: ['phone'] },
    };
    expect(input(readAddress(writeAddress('', opening)))).toEqual(opening);
  });

  it('never fails, with any content', () => {
    fc.assert(fc.property(fc.webQueryParameters(), (query) => void readAddress(`?${query}`)));
    expect(
      input(readAddress('?project=abc&affiliates=1,x&range=ever&timezone=Mars&compare=0&unique=2')),
    ).toEqual({});
    expect(
      input(
        readAddress(
          '?start=2026-11-03&end=2026-11-01&compare_start=x&compare_end=2026-11-01&lookback=91' +
            '&model=mine&clock=never&as_of=yesterday&filter.utm_source=&filter.colour=red&countries=',
        ),
      ),
    ).toEqual({});
  });

  it('keeps the parameters of others', () => {
    expect(writeAddress('?utm_source=mail&range=yesterday', { project: 8 })).toBe(
      '?utm_source=mail&project=8',
    );
    expect(writeAddress('?range=yesterday', {})).toBe('');
  });

  it('separates the tags of its own link from filters', () => {
    const address = writeAddress('?utm_source=mail', { filters: { utm_source: ['a,b', '-c'] } });
    expect(address).toBe('?utm_source=mail&filter.utm_source=a%2Cb&filter.utm_source=-c');
    expect(input(readAddress(address))).toEqual({ filters: { utm_source: ['a,b', '-c'] } });
  });

  it('writes thousands of neighbouring ids in a few characters', () => {
    const affiliates = Array.from({ length: 4_999 }, (_, index) => index + 2);
    const address = writeAddress('', { project: 7, affiliates });
    expect(address).toBe('?project=7&affiliates=2-5000');
    expect(readAddress(address).affiliates).toEqual(affiliates);
    expect(readAddress('?affiliates=1-999999999').affiliates).toBeUndefined();
  });

  it('leaves a selection that no server would accept to the storage of the browser', () => {
    const affiliates = Array.from({ length: 4_000 }, (_, index) => 2 * index + 1);
    expect(writeAddress('', { project: 7, affiliates, range: 'yesterday' })).toBe(
      '?range=yesterday',
    );
  });
});

describe('the view in the address bar', () => {
  function watched(at: string) {
    const page = fakeWindow(at);
    const address = createAddress(
      page.window,
      (to) => page.go(to),
      (path) => path === '/dashboard' || path === '/funnels',
      (path) => path === '/funnels',
    );
    return { page, address, ...recordedEvents(address.watch) };
  }

  it('is reported when it changes from outside, and not when the app writes it', () => {
    const { page, address, received } = watched('/dashboard?range=yesterday');
    address.add({ range: 'last_7_days' });
    address.correct({ range: 'last_30_days' });
    expect(received).toEqual([]);
    page.go('/dashboard?range=yesterday');
    expect(received).toEqual([{ type: 'view.open', opening: { range: 'yesterday' } }]);
  });

  it('is not reported for a change of page, a tag, an anchor or a page without a view', () => {
    const { page, address, received } = watched('/dashboard');
    page.go('/dashboard?utm_source=mail');
    page.go('/dashboard?utm_source=mail#table');
    page.go('/pixels?range=yesterday');
    page.go('/pixels?range=last_7_days');
    page.go('/dashboard?range=last_7_days');
    expect(received).toEqual([]);
    page.go('/pixels');
    address.add({ range: 'yesterday' });
    expect(page.search()).toBe('');
  });

  it('has no days on a screen with days of its own, and leaves those in place', () => {
    const { page, address, received } = watched('/funnels?start=2026-11-01&end=2026-11-09');
    expect(address.read()).toEqual(readAddress(''));
    address.correct({ project: 7, range: 'yesterday', comparison: 'none' });
    expect(page.search()).toBe('?project=7&start=2026-11-01&end=2026-11-09');
    page.go('/funnels?project=7&range=last_7_days&compare=previous');
    expect(received).toEqual([]);
    page.go('/funnels?project=8&range=last_7_days');
    expect(received).toEqual([{ type: 'view.open', opening: readAddress('?project=8') }]);
  });

  it('is no longer watched after the listener stops', () => {
    const { page, received, stop } = watched('/dashboard');
    stop();
    page.go('/dashboard?range=yesterday');
    expect(received).toEqual([]);
  });
});
