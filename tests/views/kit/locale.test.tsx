import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Calendar } from '#views/kit/Calendar.tsx';
import { DecimalInput } from '#views/kit/DecimalInput.tsx';
import {
  bucket,
  bucketInFull,
  change,
  count,
  day,
  days,
  meaningOf,
  moment,
  money,
  monthInFull,
  percent,
  rounded,
  scale,
} from '#views/kit/format.ts';
import { firstWeekday, followLocale } from '#views/kit/locale.ts';
import { numberText, typedNumber } from '#views/kit/typed-number.ts';

afterEach(() => followLocale(null, 'en-US'));
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('\u2212', '-');

describe('figures and dates', () => {
  it.each([
    ['en-US', '1,234,567', '1,234.50', '-3.5 %', 'Nov 5, 2026', 'Nov 14 – 20, 2026', 'Nov 2026'],
    ['en-GB', '1,234,567', '1,234.50', '-3.5 %', '5 Nov 2026', '14 – 20 Nov 2026', 'Nov 2026'],
    ['de-DE', '1.234.567', '1.234,50', '-3,5 %', '5. Nov. 2026', '14.–20. Nov. 2026', 'Nov. 2026'],
    ['fr-FR', '1 234 567', '1 234,50', '-3,5 %', '5 nov. 2026', '14–20 nov. 2026', 'nov. 2026'],
  ])('are written as in %s', (locale, whole, amount, share, date, range, month) => {
    followLocale(locale, 'en-US');
    expect(plain(count(1_234_567))).toBe(whole);
    expect(plain(money(1_234.5, 'EUR'))).toBe(amount);
    expect(plain(percent(-0.0345))).toBe(share);
    expect(day('2026-11-05')).toBe(date);
    expect(days('2026-11-14', '2026-11-20')).toBe(range);
    expect(monthInFull('2026-11')).toBe(month);
    expect(moment('2026-11-05T14:03:58Z', 'UTC')).toBe(`${date}, 14:03:58`);
  });

  it('follow the browser where a person has chosen none, and English where it says nonsense', () => {
    followLocale(undefined, 'de-DE');
    expect(money(1_234.5, 'EUR')).toBe('1.234,50');
    followLocale(null, 'no locale');
    expect(money(1_234.5, 'EUR')).toBe('1,234.50');
  });

  it('have the digits and the calendar of the addresses', () => {
    for (const locale of ['ar-EG', 'fa-IR', 'th-TH']) {
      followLocale(locale, 'en-US');
      expect(count(1_204).replaceAll(/\D/g, '')).toBe('1204');
      expect(day('2026-11-20')).toMatch(/20.*2026/);
    }
  });

  it('are grouped on an axis where the language does not shorten them', () => {
    followLocale('de-DE', 'en-US');
    expect([scale(2_000), scale(5_072.7), rounded(25_098.3)]).toEqual([
      '2.000',
      '5.072,7',
      '25.100',
    ]);
    followLocale('en-US', 'en-US');
    expect([scale(2_000), rounded(25_098.3)]).toEqual(['2K', '25.1K']);
  });

  it('leave the labels of graphs and the meaning of a change as they are', () => {
    followLocale('de-DE', 'en-US');
    expect([bucket('2026-11-05'), bucket(15)]).toEqual(['Nov 05', '15:00']);
    expect(bucketInFull('2026-11-05')).toBe('Do., 5. Nov. 2026');
    expect([change(0.2), meaningOf(0.2, 'more')].map(plain)).toEqual(['+20,0 %', 'good']);
  });
});

describe('a number field', () => {
  it.each([
    ['en-US', '1,234.5', '1234.5'],
    ['en-US', '12,50', '12.50'],
    ['en-US', '1,234', '1234'],
    ['de-DE', '1.234,5', '1234.5'],
    ['de-DE', '12,50', '12.50'],
    ['de-DE', '12.50', '12.50'],
    ['de-DE', '1.234', '1234'],
    ['fr-FR', '1 234,5', '1234.5'],
    ['de-DE', 'twelve', 'twelve'],
    ['de-DE', '', ''],
  ])('reads in %s %j as %j', (locale, typed, read) => {
    followLocale(locale, 'en-US');
    expect(typedNumber(typed)).toBe(read);
  });

  it('shows a number as it is typed there', () => {
    expect(numberText('12.50')).toBe('12.50');
    followLocale('de-DE', 'en-US');
    expect(['12.50', '1234', 'x.5'].map(numberText)).toEqual(['12,50', '1234', 'x.5']);
  });

  it('keeps what is typed, and passes it on with a dot', async () => {
    followLocale('de-DE', 'en-US');
    const onChange = vi.fn();
    const { rerender } = render(<DecimalInput aria-label="Amount" value="" onDecimal={onChange} />);
    const field = screen.getByLabelText('Amount');
    await userEvent.setup().type(field, '7,5');
    expect(onChange.mock.calls).toEqual([['7'], ['7'], ['7.5']]);
    rerender(<DecimalInput aria-label="Amount" value="7.5" onDecimal={onChange} />);
    expect(field).toHaveProperty('value', '7,5');
    rerender(<DecimalInput aria-label="Amount" value="9.25" onDecimal={onChange} />);
    expect(field).toHaveProperty('value', '9,25');
  });
});

describe('a week', () => {
  it.each([
    ['en-US', 0, ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'], 'November 2026'],
    ['de-DE', 1, ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'], 'November 2026'],
    ['fr-FR', 1, ['lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.', 'dim.'], 'novembre 2026'],
  ])('begins in %s on its first day', (locale, first, names, caption) => {
    followLocale(locale, 'en-US');
    expect(firstWeekday()).toBe(first);
    const { container } = render(
      <Calendar period={null} today="2026-11-20" onChoose={() => undefined} />,
    );
    expect([...container.querySelectorAll('th')].map((head) => head.textContent)).toEqual(names);
    expect(screen.getByText(caption)).toBeDefined();
  });
});
