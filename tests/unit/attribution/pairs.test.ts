import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, NOON, only, purchase, rowsOf, seenByBrowser } from './samples.ts';

describe('the two sides of one key', () => {
  it.each([
    [0, true],
    [5 * MINUTE, true],
    [47 * HOUR, true],
    [49 * HOUR, false],
  ])('%d ms apart: paired is %s, whichever came first', (apart, paired) => {
    for (const first of [-1, 1]) {
      const server = purchase({ event_id: 'e1', time: NOON });
      const browser = seenByBrowser({ event_id: 'e1', time: NOON + first * apart });
      const rows = rowsOf([server, browser]);
      expect(rows.map((row) => row.paired)).toEqual(paired ? [1, 1] : [0, 0]);
      expect(new Set(rows.map((row) => row.conversion_id)).size).toBe(paired ? 1 : 2);
      expect(only(rows).dedup_method).toBe(paired ? 'event_id' : '');
    }
  });

  it('pairs the nearest when one server event is between two browser events', () => {
    const server = purchase({ event_id: 'e1', time: NOON });
    const far = seenByBrowser({ event_id: 'e1', time: NOON - 40 * HOUR });
    const near = seenByBrowser({ event_id: 'e1', time: NOON + 30 * HOUR });
    const rows = rowsOf([far, server, near]);
    expect(rows.filter((row) => row.paired).map((row) => row.event_uid)).toEqual(
      expect.arrayContaining([server.uid, near.uid]),
    );
    expect(rows).toHaveLength(3);
  });

  it('keeps the id when the browser event comes later', () => {
    const server = purchase({ event_id: 'e1' });
    const before = only(rowsOf([server])).conversion_id;
    const after = rowsOf([server, seenByBrowser({ event_id: 'e1', time: NOON })]);
    expect(after.map((row) => row.conversion_id)).toEqual([before, before]);
  });

  it.each([
    ['0', 1],
    ['86', 0],
    ['86.86', 0],
    ['86.87', 1],
    ['85.14', 0],
    ['85.13', 1],
  ])('a browser value of %s against 86 has mismatch %d', (value, mismatch) => {
    const rows = rowsOf([purchase({ event_id: 'e1' }), seenByBrowser({ event_id: 'e1', value })]);
    expect(rows.map((row) => row.value_mismatch)).toEqual([mismatch, mismatch]);
  });

  it.each(['rejected', 'reversed'] as const)(
    "count on neither where the server's status is %s",
    (undone) => {
      const server = purchase({ event_id: 'e1', status: undone });
      const rows = rowsOf([server, seenByBrowser({ event_id: 'e1' })]);
      expect(
        rows.map(({ side, status, excluded_reason }) => [side, status, excluded_reason]),
      ).toEqual([
        ['browser', undone, undone],
        ['server', undone, undone],
      ]);
    },
  );

  it('count on both where the browser alone reports rejected', () => {
    const browser = seenByBrowser({ event_id: 'e1', status: 'rejected' });
    const rows = rowsOf([purchase({ event_id: 'e1' }), browser]);
    expect(rows.map(({ status, excluded_reason }) => [status, excluded_reason])).toEqual([
      ['approved', ''],
      ['approved', ''],
    ]);
    expect(only(rowsOf([browser]), 'browser').excluded_reason).toBe('rejected');
  });

  it('compares values in the currency of the project', () => {
    const server = purchase({ event_id: 'e1', value: '125' });
    const browser = seenByBrowser({ event_id: 'e1', value: '100', currency: 'EUR' });
    expect(only(rowsOf([server, browser])).value_mismatch).toBe(0);
  });
});

describe('the two sides without a common key', () => {
  it.each([
    ['the same click', { click_id: 'ck' }],
    ['the same user', { user_id: 'sha256:1' }],
  ])('are one for %s with the same value within 30 minutes', (_, person) => {
    const server = purchase(person);
    const browser = seenByBrowser({ ...person, time: server.time - 30 * MINUTE, value: '86.00' });
    const rows = rowsOf([server, browser]);
    expect(rows.map((row) => row.dedup_method)).toEqual(['fallback', 'fallback']);
    expect(new Set(rows.map((row) => row.conversion_id)).size).toBe(1);
  });

  it.each([
    ['another value', { value: '87' }],
    ['another currency', { currency: 'EUR' }],
    ['30 minutes and a bit', { time: NOON + HOUR + 30 * MINUTE + 1 }],
    ['another click', { click_id: 'other' }],
    ['only the same visitor', { click_id: '', visitor_id: 'v1' }],
  ])('are two for %s', (_, other) => {
    const server = purchase({ click_id: 'ck', visitor_id: 'v1' });
    const browser = seenByBrowser({ click_id: 'ck', ...other });
    expect(rowsOf([server, browser]).map((row) => row.paired)).toEqual([0, 0]);
  });

  it.each<[string, [string, string][], string]>([
    [
      'pending without money, then approved',
      [
        ['0', 'pending'],
        ['40', 'approved'],
      ],
      '40',
    ],
    [
      'corrected after it was paired',
      [
        ['40', 'approved'],
        ['36', 'approved'],
      ],
      '40',
    ],
    [
      'corrected to the page’s amount',
      [
        ['36', 'approved'],
        ['40', 'approved'],
      ],
      '40',
    ],
    [
      'corrected twice',
      [
        ['36', 'pending'],
        ['40', 'approved'],
        ['38', 'approved'],
      ],
      '40',
    ],
    [
      'approved, then rejected without an amount',
      [
        ['40', 'approved'],
        ['0', 'rejected'],
      ],
      '40',
    ],
  ])('are one where the server’s is %s', (_, words, seen) => {
    const browser = seenByBrowser({ click_id: 'ck', value: seen });
    const servers = words.map(([value, status], index) =>
      purchase({
        order_id: 'T1',
        click_id: 'ck',
        value,
        status,
        time: NOON + HOUR + index * 5 * 24 * HOUR,
      }),
    );
    const rows = rowsOf([browser, ...servers]);
    expect(rows.map((row) => row.dedup_method)).toEqual(['fallback', 'fallback']);
    expect(rowsOf([...servers.toReversed(), browser])).toEqual(rows);
  });

  it('are two where the page’s amount is none that counted', () => {
    const browser = seenByBrowser({ click_id: 'ck', value: '0' });
    const undone = { order_id: 'T1', click_id: 'ck', value: '0', status: 'rejected' };
    const servers = [purchase({ ...undone, value: '40', status: 'approved' }), purchase(undone)];
    expect(rowsOf([browser, ...servers]).map((row) => row.paired)).toEqual([0, 0]);
  });

  it('never joins two of one side', () => {
    const rows = rowsOf([
      purchase({ click_id: 'ck' }),
      purchase({ click_id: 'ck' }),
      seenByBrowser({ click_id: 'ck' }),
    ]);
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => row.paired)).toHaveLength(2);
  });

  it('pairs the nearest first, one to one', () => {
    const at = (minutes: number) => ({ click_id: 'ck', time: NOON + minutes * MINUTE });
    const servers = [purchase(at(0)), purchase(at(10))];
    const browsers = [seenByBrowser(at(9)), seenByBrowser(at(-20))];
    const rows = rowsOf([...servers, ...browsers]);
    const partner = new Map(
      rows.filter((row) => row.side === 'browser').map((row) => [row.conversion_id, row.event_uid]),
    );
    const joined = rows
      .filter((row) => row.side === 'server')
      .map((row) => [row.event_uid, partner.get(row.conversion_id)]);
    expect(new Map(joined as [string, string][])).toEqual(
      new Map([
        [servers[1]?.uid, browsers[0]?.uid],
        [servers[0]?.uid, browsers[1]?.uid],
      ]),
    );
  });

  it('does not pair sides again that are paired by their key', () => {
    const server = purchase({ event_id: 'e1', click_id: 'ck' });
    const twin = seenByBrowser({ event_id: 'e1', click_id: 'ck', time: server.time + MINUTE });
    const stranger = seenByBrowser({ click_id: 'ck' });
    const rows = rowsOf([server, twin, stranger]);
    expect(rows.find((row) => row.event_uid === stranger.uid)?.paired).toBe(0);
    expect(only(rows).dedup_method).toBe('event_id');
  });
});

describe('dedup poisoning', () => {
  it.each([-1_000, 0, 1_000])('a forged browser event %d ms away changes nothing', (apart) => {
    const server = purchase({ event_id: 'o-5521', order_id: '5521', affid: '1001' });
    const forged = seenByBrowser({
      event_id: 'o-5521',
      value: '0',
      status: 'rejected',
      time: server.time + apart,
    });
    const { paired, dedup_method, value_mismatch, known, ...serverRow } = only(rowsOf([server]));
    expect([paired, dedup_method, value_mismatch]).toEqual([0, '', 0]);
    expect(only(rowsOf([forged, server]))).toMatchObject({ ...serverRow, value_mismatch: 1 });
    expect(known).toBeGreaterThan(0);
  });
});
