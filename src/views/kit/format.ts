import { tzOffset } from '@date-fns/tz';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { ofLocale, supportedLocale } from './locale.ts';

/**
 * The formats of figures, changes and dates, in the locale of the person; the examples are those of en-US. A missing
 * value is "–", never 0. Times have 24 hours, like the labels of graphs.
 */

export const none = '–';
const space = '\u00a0';

const withPlaces = (places: number, more: Intl.NumberFormatOptions = {}) =>
  ofLocale(
    (locale) =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: places,
        maximumFractionDigits: places,
        ...more,
      }),
  );
const counts = withPlaces(0);
const decimals = { 2: withPlaces(2), 3: withPlaces(3) };
const fineAmounts = ofLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }),
);
/** Intl multiplies by 100 in decimals: a binary product would sometimes round the wrong way. */
const percents = withPlaces(1, { style: 'percent' });
const exactPercents = withPlaces(0, { style: 'percent', maximumFractionDigits: 2 });
const changes = withPlaces(1, { style: 'percent', signDisplay: 'exceptZero' });
/** Short numbers are grouped like the others where a language does not shorten them: 2.000 in German. */
const short = { notation: 'compact', useGrouping: 'always' } as const;
const compact = withPlaces(0, { ...short, maximumFractionDigits: 1 });
const steps = ofLocale(
  (locale) => new Intl.NumberFormat(locale, { ...short, maximumSignificantDigits: 3 }),
);
const tenths = withPlaces(0, { maximumFractionDigits: 1 });

export type Figure = number | null | undefined;

const apart = (text: string): string => text.replace(/(?<=\d)\s?%/, `${space}%`);
const minus = (text: string): string => text.replace('-', '\u2212');
const written = (value: Figure, write: (value: number) => string): string =>
  value === null || value === undefined || !Number.isFinite(value) ? none : minus(write(value));

/** 1,204 */
export const count = (value: Figure): string => written(value, counts().format);

/** 8,304.94, and 12.500 of a Kuwaiti dinar; without the currency, which the header of a table shows once. */
export const money = (value: Figure, currency: string): string =>
  written(value, decimals[moneyPlaces(currency)]().format);

/** 0.31 and 0.0031: an amount of one visitor or click, which may be far below a cent. */
export const fineMoney = (value: Figure, currency: string): string =>
  typeof value === 'number' && value !== 0 && Math.abs(value) < 0.1
    ? written(value, fineAmounts().format)
    : money(value, currency);

/** 0.25, for parts of a conversion. */
export const decimal = (value: Figure): string => money(value, '');

/** 2.98× */
export const factor = (value: Figure): string => written(value, (number) => `${decimal(number)}×`);

/** A share from 0 to 1 as 3.4 % */
export const percent = (value: Figure): string =>
  written(value, (number) => apart(percents().format(number)));

/** A share that a person entered, from 0 to 1, as 2.95 % or 20 % */
export const exactPercent = (value: Figure): string =>
  written(value, (number) => apart(exactPercents().format(number)));

/** +13.9 %, −2.1 %, 0.0 % */
export const change = (value: Figure): string =>
  written(value, (number) => apart(changes().format(number)));

/** 12.4K, for axes only: an axis shows a scale, not a value. */
export const scale = (value: number): string => minus(compact().format(value));

/** 12.4K, 1.23M: the ends of a step of colors, with three digits. */
export const rounded = (value: number): string => minus(steps().format(value));

/** 1.9 s, for short times. */
export const tenth = (value: Figure): string => written(value, tenths().format);

export type Meaning = 'good' | 'bad' | 'neutral';

/** Whether a change is good or bad: more cost is bad. */
export function meaningOf(value: Figure, wanted: 'more' | 'less' | 'neither'): Meaning {
  if (value === null || value === undefined || wanted === 'neither') return 'neutral';
  const isZero = Math.abs(value) < 0.0005;
  if (isZero || !Number.isFinite(value)) return 'neutral';
  return value > 0 === (wanted === 'more') ? 'good' : 'bad';
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const partsOf = (day: string) => ({
  year: day.slice(0, 4),
  month: months[Number(day.slice(5, 7)) - 1] ?? none,
  day: day.slice(8, 10),
});

/** A graph label: H:00 for an hour number, MMM DD for a day. */
export const bucket = (date: number | string): string =>
  typeof date === 'number' ? `${date}:00` : `${partsOf(date).month} ${partsOf(date).day}`;

const dates = (options: Intl.DateTimeFormatOptions) =>
  ofLocale((locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }));
const wholeDays = dates({ year: 'numeric', month: 'short', day: 'numeric' });
const daysOfYear = dates({ month: 'short', day: 'numeric' });
const weekdays = dates({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' });
const daysInWords = dates({ dateStyle: 'full' });
const monthsOfYear = dates({ year: 'numeric', month: 'short' });
const monthsInWords = dates({ year: 'numeric', month: 'long' });
const weekdayLetters = dates({ weekday: 'short' });
const instantOf = (day: string): Date => new Date(`${day.slice(0, 10)}T00:00:00Z`);
const onDay = (day: string, { format }: Intl.DateTimeFormat): string => {
  const instant = instantOf(day);
  return Number.isNaN(instant.getTime()) ? none : format(instant);
};

/** The same for a tooltip, with the weekday, which explains most peaks. */
export const bucketInFull = (date: number | string): string =>
  typeof date === 'number' ? `${date}:00 to ${date}:59` : onDay(date, weekdays());

/** Nov 20, or an hour as in a graph: a bucket in a text or a table, whose year is known. */
export const bucketInText = (date: number | string): string =>
  typeof date === 'number' ? bucket(date) : onDay(date, daysOfYear());

/** Friday, November 20, 2026 */
export const dayInWords = (value: string): string => onDay(value, daysInWords());

/** November 2026, above the days of a calendar. */
export const monthInWords = (value: string): string => onDay(`${value}-01`, monthsInWords());

/** Fri, above the days of a calendar. */
export const weekday = (day: string): string => onDay(day, weekdayLetters());

/** Nov, and Jan 26 where a year begins: a month by its YYYY-MM. */
export const month = (value: string): string => {
  const { year, month: name } = partsOf(`${value}-01`);
  return value.endsWith('-01') ? `${name} ${year.slice(2)}` : name;
};

/** Nov 2026 */
export const monthInFull = (value: string): string => onDay(`${value}-01`, monthsOfYear());

/** 48 s, 3 min, 2 h 5 min, 3 d 4 h */
export const duration = (seconds: Figure): string =>
  written(seconds, (value) => {
    const sizes = [
      ['d', 86_400],
      ['h', 3_600],
      ['min', 60],
      ['s', 1],
    ] as const;
    const first = sizes.findIndex(([, size]) => value >= size);
    if (first < 0) return `0${space}s`;
    const [[name = 's', size = 1] = [], [lesser = '', part = 1] = []] = sizes.slice(first);
    const whole = Math.floor(value / size);
    const rest = Math.floor((value % size) / part);
    return rest === 0 || size <= 60
      ? `${whole}${space}${name}`
      : `${whole}${space}${name} ${rest}${space}${lesser}`;
  });

/** Nov 20, 2026 */
export const day = (value: string): string => onDay(value, wholeDays());

/** Nov 14 – 20, 2026; Oct 28 – Nov 3, 2026; Nov 20, 2026 */
export function days(start: string, end: string): string {
  const [from, to] = [instantOf(start), instantOf(end)];
  if (Number.isNaN(from.getTime() + to.getTime())) return none;
  return wholeDays().formatRange(from, to).replaceAll('\u2009', ' ');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formatters are cached by zone, because creating one takes longer than using it. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const kept = clocks.get(zone);
  if (kept) return kept;
  const clock = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: zone,
  });
  clocks.set(zone, clock);
  return clock;
}

/** 2026-11-20 14:03:58 */
const inZone = (instant: string | Date, zone: string): string =>
  clockOf(zone).format(new Date(instant));

/** Nov 20, 2026, 14:03:58 in a zone */
export function moment(instant: string | Date, zone: string): string {
  const [date = '', time = ''] = inZone(instant, zone).split(' ');
  return `${day(date)}, ${time}`;
}

/** The day of an instant in a zone. */
export const dayIn = (instant: string | Date, zone: string): string =>
  inZone(instant, zone).slice(0, 10);

/** 14:03:58 in a zone */
export const clock = (instant: string | Date, zone: string): string =>
  inZone(instant, zone).slice(11, 19);

/** A half-open range of instants as text: "Nov 19, 2026, 00:00 – 15:14", or whole days. */
export function span(from: string, to: string, zone: string): string {
  const [startDay, startTime] = inZone(from, zone).split(' ');
  const [endDay, endTime] = inZone(to, zone).split(' ');
  const [lastDay] = inZone(new Date(Date.parse(to) - 1), zone).split(' ');
  if (!startDay || !endDay || !lastDay || !startTime || !endTime) return none;
  if (startTime.startsWith('00:00') && endTime.startsWith('00:00')) return days(startDay, lastDay);
  return startDay === endDay
    ? `${day(startDay)}, ${startTime.slice(0, 5)} – ${endTime.slice(0, 5)}`
    : `${bucketInText(startDay)}${startTime.startsWith('00:00') ? '' : `, ${startTime.slice(0, 5)}`} – ${day(endDay)}, ${endTime.slice(0, 5)}`;
}

/** UTC−5, UTC+5:30: the offset of a zone at an instant. */
export function offset(zone: string, at: Date): string {
  const minutes = tzOffset(zone, at);
  if (minutes === 0) return 'UTC';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = String(Math.abs(minutes) % 60).padStart(2, '0');
  return `UTC${minutes < 0 ? '\u2212' : '+'}${hours}${rest === '00' ? '' : `:${rest}`}`;
}

/** 1,234.50 and Nov 20, 2026 as a locale writes them. */
export function exampleIn(locale: string): string {
  const tag = supportedLocale(locale);
  const number = new Intl.NumberFormat(tag, { minimumFractionDigits: 2 }).format(1_234.5);
  const date = new Intl.DateTimeFormat(tag, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).format(instantOf('2026-11-20'));
  return `${number} and ${date}`;
}
