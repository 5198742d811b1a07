import { Decimal } from 'decimal.js';
import { costFields, eventFields } from '#contract/collect/events.ts';
import { withExactNumbers } from '../platform/exact-numbers.ts';
import { cellOf, type Row, textOf } from './cell.ts';
import type { FormatReader } from './file-formats.ts';
import {
  columnsIn,
  type Mapping,
  placeholder,
  type Rule,
  type Source,
  type Test,
  type When,
} from './mapping.ts';
import { countryOf, usStateOf } from './place-codes.ts';

export type Event = Record<string, unknown>;
/** Why a row, or one event of it, cannot be read. */
export type Fault = { field: string; message: string };
export type Outcome = { event: Event } | { fault: Fault };

/** Turns a row into its events. */
export type ReadRow = (row: Row) => Outcome[];

class Unreadable extends Error {
  readonly fault: Fault;
  constructor(field: string, message: string) {
    super(message);
    this.fault = { field, message: `${field} ${message}.` };
  }
}

/** Maps rows by a mapping; `seen` is called with every row. */
export const byMapping =
  (mapping: Mapping, formats: FormatReader, seen: (row: Row) => void = () => {}): ReadRow =>
  (row) => {
    seen(row);
    return mapping.events.flatMap((rule) => guarded(() => eventsOf(row, rule, mapping, formats)));
  };

const known = new Set([...eventFields, ...costFields]);

/** Maps columns with the name of an event's field; other columns are reported to `skipped`. */
export const byColumnName =
  (formats: FormatReader, skipped: (column: string) => void): ReadRow =>
  (row) =>
    guarded(() => {
      const event: Event = {};
      for (const [column, value] of Object.entries(row)) {
        if (known.has(column) || column.startsWith('params.'))
          put(event, column, direct(row, column, value, formats), 'UTC', formats);
        else skipped(column);
      }
      return [checked(event)];
    });

function guarded(read: () => Event[]): Outcome[] {
  try {
    return read().map((event) => ({ event }));
  } catch (error) {
    if (error instanceof Unreadable) return [{ fault: error.fault }];
    throw error;
  }
}

/** A number beyond 2^53 in JSON, or a text such as `1.20208E+17`, as spreadsheets write long numbers. */
const isRounded = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value) && !Number.isSafeInteger(value)
    : typeof value === 'string' && /^\s*\d(?:[.,]\d+)?e\+\d{2}\s*$/i.test(value);

/** Refuses a number that was rounded when the file was written: several ids may have become equal. */
function assertExact(field: string, value: unknown): void {
  const mayRound = amountFields.has(field) || field.endsWith('_name');
  if (!isRounded(value) || (mayRound && typeof value === 'string')) return;
  throw new Unreadable(field, 'is a rounded number: write it into the file as text');
}

function direct(row: Row, field: string, value: unknown, formats: FormatReader): unknown {
  assertExact(field, value);
  const text = textOf(value);
  if (text === undefined) return undefined;
  if (amountFields.has(field)) {
    return typeof value === 'number'
      ? text
      : formats.amount(text, currencyIn(textOf(row.currency)));
  }
  if (field === 'country') return countryOf(text);
  if (field === 'params')
    return typeof value === 'object' ? JSON.parse(text) : parseJson(field, text);
  return text;
}

const amountFields: ReadonlySet<string> = new Set(['value', 'payout', 'spend']);

const currencyIn = (value: unknown): string =>
  typeof value === 'string' ? value.trim().toUpperCase() : '';

function eventsOf(row: Row, rule: Rule, mapping: Mapping, formats: FormatReader): Event[] {
  if (!holds(row, rule.when, mapping.empty)) return [];
  const times = repeatOf(row, rule, mapping);
  if (times === 0) return [];
  const event: Event = {};
  const { currency: from } = rule.fields;
  const named =
    from && readField(row, 'currency', from, { empty: mapping.empty, formats, currency: '' });
  const currency = currencyIn(named);
  for (const [field, source] of Object.entries(rule.fields)) {
    const value = readField(row, field, source, { empty: mapping.empty, formats, currency });
    put(event, field, value, mapping.timezone, formats);
  }
  /** A state's name is looked up among the United States only for events from there. */
  for (const [field, source] of Object.entries(rule.fields)) {
    const isThere = event.country === undefined || event.country === 'US';
    if (source.as === 'us_state' && isThere && typeof event[field] === 'string')
      event[field] = usStateOf(event[field]);
  }
  checked(event);
  return Array.from({ length: times }, () => event);
}

function repeatOf(row: Row, { repeat = 1 }: Rule, { empty }: Mapping): number {
  if (typeof repeat === 'number') return repeat;
  const text = textOf(cellOf(row, repeat), empty);
  const times = text === undefined ? 0 : Number(text);
  if (Number.isInteger(times) && times >= 0 && times <= 1_000) return times;
  throw new Unreadable(
    repeat,
    `must be a whole number from 0 to 1,000 to repeat an event, not "${text}"`,
  );
}

function readField(
  row: Row,
  field: string,
  source: Source,
  {
    empty,
    formats,
    currency,
  }: { empty: readonly string[]; formats: FormatReader; currency: string },
): unknown {
  if (!holds(row, source.when, empty)) return source.default;
  for (const column of columnsIn(source)) assertExact(field, cellOf(row, column));
  if (source.const !== undefined) return source.const;
  const nothing = [...empty, ...(source.empty ?? [])];
  const found =
    source.template === undefined
      ? textOf(cellOf(row, source.column ?? ''), nothing)
      : filled(source.template, row, nothing);
  if (found === undefined) return source.default;
  const replaced =
    source.values && Object.hasOwn(source.values, found) ? source.values[found] : found;
  const isAmount = amountFields.has(field);
  const isNumber = typeof cellOf(row, source.column ?? '') === 'number' && replaced === found;
  const text =
    isAmount && !isNumber ? formats.amount(String(replaced), currency) : String(replaced);
  if (source.multiply !== undefined || source.divide !== undefined)
    return scaled(field, text, source);
  if (source.as === 'country') return countryOf(text);
  if (source.as === 'lower') return text.toLowerCase();
  if (source.as === 'upper') return text.toUpperCase();
  if (source.as === 'json') return parseJson(field, text);
  return isAmount ? text : replaced;
}

/** A template has a value as soon as one of its columns has. */
function filled(template: string, row: Row, empty: readonly string[]): string | undefined {
  let isWhole = true;
  const text = template.replace(placeholder, (_, column: string) => {
    const part = textOf(cellOf(row, column), empty);
    if (part === undefined) isWhole = false;
    return part ?? '';
  });
  return isWhole ? text : undefined;
}

function scaled(field: string, text: string, { multiply = 1, divide = 1 }: Source): string {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text))
    throw new Unreadable(field, `must be a number, not "${text}"`);
  return new Decimal(text).times(multiply).div(divide).toDecimalPlaces(12).toFixed();
}

function parseJson(field: string, text: string): unknown {
  try {
    return JSON.parse(withExactNumbers(text));
  } catch {
    throw new Unreadable(field, 'must be JSON');
  }
}

/** Stores a value in its field, in the form of the API. */
function put(
  event: Event,
  field: string,
  value: unknown,
  timezone: string,
  formats: FormatReader,
): void {
  if (value === undefined) return;
  if (field.startsWith('params.')) {
    event.params = {
      ...(event.params as object | undefined),
      [field.slice('params.'.length)]: value,
    };
  } else if (field === 'event_time')
    event[field] = instant(field, String(value), timezone, formats);
  else if (field === 'date') event[field] = formats.day(String(value));
  else if (field === 'test') event[field] = flag(field, String(value));
  else event[field] = value;
}

function instant(field: string, text: string, timezone: string, formats: FormatReader): number {
  const time = formats.time(text, timezone);
  if (time === null)
    throw new Unreadable(field, `is no time such as 2026-11-20 14:03:58: "${text}"`);
  return time;
}

function flag(field: string, text: string): boolean {
  if (/^(true|1|yes)$/i.test(text)) return true;
  if (/^(false|0|no)$/i.test(text)) return false;
  throw new Unreadable(field, `must be true or false, not "${text}"`);
}

/** Without a time, all events of a file would happen now. */
function checked(event: Event): Event {
  if (event.params !== undefined && /"(__proto__|constructor)":/.test(JSON.stringify(event.params)))
    throw new Unreadable('params', 'must not have a key of that name');
  if (event.event_time === undefined && event.date === undefined)
    throw new Unreadable('event_time', 'is missing');
  return event;
}

function holds(row: Row, when: When | undefined, empty: readonly string[]): boolean {
  return Object.entries(when ?? {}).every(([column, wanted]) => {
    const text = textOf(cellOf(row, column), empty);
    return typeof wanted === 'object' ? passes(text, wanted) : text === String(wanted);
  });
}

function passes(text: string | undefined, test: Test): boolean {
  const number = text === undefined ? Number.NaN : Number(text);
  return (
    (test.set === undefined || test.set === (text !== undefined)) &&
    (test.not === undefined || text !== String(test.not)) &&
    (test.in === undefined || test.in.some((one) => text === String(one))) &&
    (test.gt === undefined || number > test.gt) &&
    (test.gte === undefined || number >= test.gte) &&
    (test.lt === undefined || number < test.lt) &&
    (test.lte === undefined || number <= test.lte)
  );
}
