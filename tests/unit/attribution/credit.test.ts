import { describe, expect, it } from 'vitest';
import {
  click,
  DAY,
  HOUR,
  MINUTE,
  NOON,
  only,
  purchase,
  rowsOf,
  seenByBrowser,
} from './samples.ts';

const sale = purchase({ visitor_id: 'v1', time: NOON + 18 * MINUTE });

describe('credit', () => {
  it("goes to the click id's own click, whatever came after it", () => {
    const own = click({ click_id: 'ck_1', time: NOON - 20 * DAY, affid: '1002' });
    const later = click({ visitor_id: 'v1' });
    const row = only(rowsOf([{ ...sale, click_id: 'ck_1' }], [later, own]));
    expect(row).toMatchObject({
      affid: '1002',
      click_uid: own.uid,
      click_id: 'ck_1',
      attributed: 1,
      reason: 'click id ck_1',
    });
    expect(JSON.parse(row.touches)).toHaveLength(2);
  });

  it("goes to the visitor's last click otherwise", () => {
    const first = click({ visitor_id: 'v1', time: NOON - DAY });
    const last = click({ visitor_id: 'v1', click_id: 'ck_9' });
    expect(only(rowsOf([sale], [last, first]))).toMatchObject({
      click_uid: last.uid,
      click_id: 'ck_9',
      click_time: '2026-03-31T12:00:00.000Z',
      reason: "visitor's last click 18 min before",
      affid: '1001',
      affsub: 'tt-22',
      referrer: 'facebook.com',
      channel: 'Paid social',
      utm_source: 'facebook',
      utm_medium: 'cpc',
      utm_campaign: 'spring',
      utm_content: 'blue',
      campaign_id: 'c1',
      adset_id: 's1',
      ad_id: 'a1',
      offer_id: '101',
    });
  });

  it.each([
    [5_000, '5 s'],
    [90 * MINUTE, '90 min'],
    [47 * HOUR, '47 h'],
    [5 * DAY, '5 days'],
  ])('contains the delay: %d ms', (before, text) => {
    const touch = click({ visitor_id: 'v1', time: sale.time - before });
    expect(only(rowsOf([sale], [touch])).reason).toBe(`visitor's last click ${text} before`);
  });

  it.each([
    ['user', { user_id: 'sha256:1' }],
    ['visitor', { visitor_id: 'v1' }],
    ['click id', { click_id: 'ck' }],
  ])('is searched over the %s of either side', (_, person) => {
    const touch = click(person);
    const rows = rowsOf(
      [purchase({ event_id: 'e1' }), seenByBrowser({ event_id: 'e1', ...person })],
      [touch],
    );
    expect(rows.map((row) => row.click_uid)).toEqual([touch.uid, touch.uid]);
  });

  it('goes to the click of a tracking link for the visitor whom its page saw', () => {
    const link = click({ click_id: 'ck_1', ingested: NOON + 1 });
    const twin = click({
      is_twin: 1,
      visitor_id: 'v1',
      click_id: 'ck_1',
      ingested: NOON + 5,
    });
    const other = click({ is_twin: 1, visitor_id: 'v1', click_id: 'ck_2', affid: '1002' });
    for (const touches of [
      [link, twin, other],
      [other, twin, link],
    ]) {
      const row = only(rowsOf([sale], touches));
      expect(row).toMatchObject({
        click_uid: link.uid,
        click_id: 'ck_1',
        affid: '1001',
        reason: "visitor's last click 18 min before",
      });
      expect(JSON.parse(row.touches)).toMatchObject([{ uid: link.uid, ingested: NOON + 5 }]);
    }
    const named = only(rowsOf([{ ...sale, click_id: 'ck_1' }], [link, twin]));
    expect(named.reason).toBe('click id ck_1');
    expect(JSON.parse(named.touches)).toMatchObject([{ uid: link.uid, ingested: NOON + 1 }]);
  });

  it.each([
    ['is not there', []],
    ['came after the conversion', [click({ click_id: 'ck_1', time: sale.time + 1 })]],
  ])('is unattributed where the click of the link %s', (_, links) => {
    const twin = click({ is_twin: 1, visitor_id: 'v1', click_id: 'ck_1' });
    expect(only(rowsOf([sale], [twin, ...links]))).toMatchObject({ attributed: 0, touches: '[]' });
  });

  it("prefers the server's click id to the browser's", () => {
    const [honest, forged] = [click({ click_id: 'ck_1' }), click({ click_id: 'ck_2' })];
    const rows = rowsOf(
      [
        purchase({ event_id: 'e1', click_id: 'ck_1' }),
        seenByBrowser({ event_id: 'e1', click_id: 'ck_2' }),
      ],
      [forged, honest],
    );
    expect(rows.map((row) => row.click_uid)).toEqual([honest.uid, honest.uid]);
  });

  it.each([
    ['after the conversion', { time: sale.time + 1 }, 0],
    ['at the same moment', { time: sale.time }, 1],
    ['30 days before', { time: sale.time - 30 * DAY }, 1],
    ['more than 30 days before', { time: sale.time - 30 * DAY - 1 }, 0],
  ])('for a click %s: %#', (_, fields, attributed) => {
    const row = only(rowsOf([sale], [click({ visitor_id: 'v1', ...fields })]));
    expect(row.attributed).toBe(attributed);
    if (!attributed) expect(row.reason).toBe('no touch in 30 days');
  });

  it.each([
    ['90 days before', sale.time - 90 * DAY, 1],
    ['more than 90 days before', sale.time - 90 * DAY - 1, 0],
    ['after the conversion', sale.time + 1, 0],
  ])('stores a touch %s: %#', (_, time, stored) => {
    const row = only(rowsOf([sale], [click({ visitor_id: 'v1', time })]));
    expect(JSON.parse(row.touches)).toHaveLength(stored);
  });

  it('stores the touches oldest first, each once, with what the models need', () => {
    const touches = [3, 1, 2].map((days) =>
      click({ visitor_id: 'v1', click_id: 'ck', time: NOON - days * DAY, is_direct: 1 }),
    );
    const row = only(rowsOf([{ ...sale, click_id: 'ck' }], [...touches, ...touches]));
    const stored: { time: number }[] = JSON.parse(row.touches);
    expect(stored.map(({ time }) => (NOON - time) / DAY)).toEqual([3, 2, 1]);
    expect(stored[0]).toMatchObject({ direct: 1, ingested: NOON + 1_000, country: 'US' });
    expect(stored).toMatchObject(
      touches
        .map(({ time }) => ({ before: sale.time - time, own: 1 }))
        .toSorted((a, b) => b.before - a.before),
    );
  });

  it('keeps the first and the latest of many touches', () => {
    const manyClicks = Array.from({ length: 1_000 }, (_, minute) =>
      click({ visitor_id: 'v1', time: NOON - 2 * DAY + minute * MINUTE }),
    );
    const stored: { uid: string }[] = JSON.parse(only(rowsOf([sale], manyClicks)).touches);
    expect(stored).toHaveLength(200);
    expect(stored.at(0)?.uid).toBe(manyClicks.at(0)?.uid);
    expect(stored.at(-1)?.uid).toBe(manyClicks.at(-1)?.uid);
  });

  it("keeps the clicks of the click ids among many, the server's before the browser's", () => {
    const manyClicks = Array.from({ length: 300 }, (_, minute) =>
      click({
        visitor_id: 'v1',
        click_id: `ck_${minute}`,
        time: NOON - 2 * DAY + minute * MINUTE,
      }),
    );
    const [row] = rowsOf(
      [
        { ...sale, event_id: 'e1', key: 'e1', click_id: 'ck_50' },
        seenByBrowser({ event_id: 'e1', time: sale.time, click_id: 'ck_40' }),
      ],
      manyClicks,
    );
    const stored: { click_id: string; own: number }[] = JSON.parse(row?.touches ?? '[]');
    expect(stored.filter(({ own }) => own > 0)).toMatchObject([
      { click_id: 'ck_40', own: 2 },
      { click_id: 'ck_50', own: 1 },
    ]);
  });

  it("keeps beside the credit the event's own origin", () => {
    const own = { affid: '1002', offer_id: '7', country: 'DE', state: 'BE', device: 'tablet' };
    const row = only(rowsOf([{ ...sale, ...own }], [click({ visitor_id: 'v1' })]));
    expect(row).toMatchObject({
      affid: '1001',
      own_affid: '1002',
      own_offer_id: '7',
      own_country: 'DE',
      own_state: 'BE',
      own_device: 'tablet',
    });
  });
});

describe('dimensions', () => {
  it('are empty without a click, but for the affiliate and the offer the event names', () => {
    const row = only(rowsOf([purchase({ affid: '1002', offer_id: '7', country: 'DE' })]));
    expect(row).toMatchObject({
      affid: '1002',
      offer_id: '7',
      channel: '',
      campaign_id: '',
      utm_source: '',
      country: 'DE',
      attributed: 0,
      click_time: null,
    });
  });

  it('use the place of the event first', () => {
    const touch = click({ visitor_id: 'v1' });
    const placed = { ...sale, country: 'CA', state: 'ON', device: 'desktop' };
    expect(only(rowsOf([placed], [touch]))).toMatchObject({
      country: 'CA',
      state: 'ON',
      device: 'desktop',
    });
    expect(only(rowsOf([sale], [touch]))).toMatchObject({
      country: 'US',
      state: 'TX',
      device: 'mobile',
    });
  });

  it('never join the state of one country to another', () => {
    const row = only(rowsOf([{ ...sale, country: 'CA' }], [click({ visitor_id: 'v1' })]));
    expect([row.country, row.state]).toEqual(['CA', '']);
    const lost = only(rowsOf([{ ...sale, state: 'ON' }], [click({ visitor_id: 'v1' })]));
    expect([lost.country, lost.state]).toEqual(['US', 'TX']);
    const unknown = only(rowsOf([{ ...sale, state: 'ON' }], []));
    expect([unknown.country, unknown.state]).toEqual(['ZZ', 'ON']);
  });

  it('count people by user id, else visitor, else conversion', () => {
    const keyOf = (fields: object) => only(rowsOf([purchase(fields)])).user_key;
    expect(keyOf({ user_id: 'a', visitor_id: 'b' })).toBe(keyOf({ user_id: 'a' }));
    expect(keyOf({ visitor_id: 'b' })).toBe(keyOf({ visitor_id: 'b' }));
    expect(keyOf({ visitor_id: 'a' })).not.toBe(keyOf({ user_id: 'a' }));
    expect(keyOf({})).not.toBe(keyOf({}));
  });

  it('count a person without an id of a report as the one who clicked', () => {
    const clicked = click({ click_id: 'k1', visitor_id: 'v1' });
    const keyOf = (fields: object) => only(rowsOf([purchase(fields)], [clicked])).user_key;
    const { user_key: clicker } = only(rowsOf([purchase({ visitor_id: 'v1' })]));
    expect(keyOf({ click_id: 'k1' })).toBe(clicker);
    expect(keyOf({ click_id: 'k1', visitor_id: 'v2' })).not.toBe(clicker);
    expect(keyOf({ click_id: 'k1', user_id: 'a' })).toBe(keyOf({ user_id: 'a' }));
    expect(keyOf({ click_id: 'k2' })).not.toBe(clicker);
  });
});
