import { describe, expect, it } from 'vitest';
import {
  bucket,
  change,
  clock,
  count,
  days,
  decimal,
  duration,
  factor,
  meaningOf,
  money,
  month,
  monthInFull,
  offset,
  percent,
  scale,
  span,
} from '#views/kit/format.ts';
import { zoneItems } from '#views/selection/zone-items.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2212', '-');

describe('figures', () => {
  it.each([
    [count(1204), '1,204'],
    [count(0), '0'],
    [count(null), '–'],
    [money(8304.94, 'USD'), '8,304.94'],
    [money(-120.5, 'EUR'), '-120.50'],
    [money(undefined, 'USD'), '–'],
    [money(Number.NaN, 'USD'), '–'],
    [money(1204.5, 'JPY'), '1,204.50'],
    [money(12.5, 'KWD'), '12.500'],
    [decimal(1 / 3), '0.33'],
    [factor(2.9805), '2.98×'],
    [percent(0.0342), '3.4 %'],
    [percent(105 / 1579), '6.6 %'],
    [percent(0.0665), '6.7 %'],
    [percent(0.0045), '0.5 %'],
    [percent(null), '–'],
    [change(0.1392), '+13.9 %'],
    [change(-0.0213), '-2.1 %'],
    [change(-0.0001), '0.0 %'],
    [change(0.0001), '0.0 %'],
    [change(0.0045), '+0.5 %'],
    [change(-0.0045), '-0.5 %'],
    [change(12), '+1,200.0 %'],
    [change(null), '–'],
    [scale(12_400), '12.4K'],
    [duration(0), '0 s'],
    [duration(48), '48 s'],
    [duration(148), '2 min'],
    [duration(7_500), '2 h 5 min'],
    [duration(7_200), '2 h'],
    [duration(273_600), '3 d 4 h'],
    [duration(null), '–'],
  ])('%s', (written, expected) => {
    expect(plain(written)).toBe(expected);
  });

  it('colours a change by its meaning', () => {
    expect(meaningOf(0.1, 'more')).toBe('good');
    expect(meaningOf(0.1, 'less')).toBe('bad');
    expect(meaningOf(-0.1, 'less')).toBe('good');
    expect(meaningOf(-0.1, 'more')).toBe('bad');
    expect(meaningOf(0.0001, 'more')).toBe('neutral');
    expect(meaningOf(null, 'more')).toBe('neutral');
    expect(meaningOf(0.1, 'neither')).toBe('neutral');
  });
});

describe('times', () => {
  it('includes the year of a month where it begins', () => {
    expect([month('2025-12'), month('2026-01'), month('2026-02')]).toEqual([
      'Dec',
      'Jan 26',
      'Feb',
    ]);
    expect(monthInFull('2026-01')).toBe('Jan 2026');
  });

  it('labels hours H:00 and days MMM DD', () => {
    expect(bucket(0)).toBe('0:00');
    expect(bucket(15)).toBe('15:00');
    expect(bucket('2026-11-05')).toBe('Nov 05');
  });

  it('writes days once where they share a month or a year', () => {
    expect(days('2026-11-20', '2026-11-20')).toBe('Nov 20, 2026');
    expect(days('2026-11-14', '2026-11-20')).toBe('Nov 14 – 20, 2026');
    expect(days('2026-10-28', '2026-11-03')).toBe('Oct 28 – Nov 3, 2026');
    expect(days('2025-12-31', '2026-01-01')).toBe('Dec 31, 2025 – Jan 1, 2026');
  });

  it('writes an instant in the local time of a zone', () => {
    expect(clock('2026-11-20T20:14:05Z', 'America/New_York')).toBe('15:14:05');
  });

  it('writes half-open windows as a person reads them', () => {
    const zone = 'America/New_York';
    expect(span('2026-11-19T05:00:00Z', '2026-11-19T20:14:00Z', zone)).toBe(
      'Nov 19, 2026, 00:00 – 15:14',
    );
    expect(span('2026-11-19T05:00:00Z', '2026-11-20T05:00:00Z', zone)).toBe('Nov 19, 2026');
    expect(span('2026-11-07T05:00:00Z', '2026-11-13T20:14:00Z', zone)).toBe(
      'Nov 7 – Nov 13, 2026, 15:14',
    );
    expect(span('2026-11-07T07:00:00Z', '2026-11-13T20:14:00Z', zone)).toBe(
      'Nov 7, 02:00 – Nov 13, 2026, 15:14',
    );
  });

  it('keeps a day whole across a clock change', () => {
    expect(span('2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', 'America/New_York')).toBe(
      'Nov 1, 2026',
    );
  });

  it('shows the offset of a zone at an instant', () => {
    const at = new Date('2026-11-20T20:14:05Z');
    expect(plain(offset('America/New_York', at))).toBe('UTC-5');
    expect(offset('Asia/Kolkata', at)).toBe('UTC+5:30');
    expect(offset('UTC', at)).toBe('UTC');
    expect(offset('Asia/Tokyo', at)).toBe('UTC+9');
  });

  it('finds zones by their alias and offers the default first', () => {
    const items = zoneItems(new Date('2026-11-20T20:14:05Z'), {
      chosen: 'Europe/Berlin',
      usual: 'Chicago, UTC-6',
    });
    expect(items[0]).toMatchObject({ id: 'Default', note: 'Chicago, UTC-6' });
    expect(items.filter(({ id }) => id === 'US/Central')).toHaveLength(1);
    expect(items.find(({ id }) => id === 'America/Chicago')?.keywords).toContain('US/Central');
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });
});
