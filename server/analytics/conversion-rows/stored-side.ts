import { storedDimensions } from '#contract/analytics/dimensions.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';

/** The columns in which conversions are shown, each as a text or null. Touches are left out because they are long. */
const texts = [
  'conversion_id',
  'side',
  'record',
  'event_name',
  'event_uid',
  'event_id',
  'order_id',
  'dedup_method',
  'currency',
  'status',
  'excluded_reason',
  'reason',
  'click_id',
  'unpaid_reason',
  ...storedDimensions,
] as const;
const figures = [
  'project_id',
  'paired',
  'value_mismatch',
  'value',
  'value_sent',
  'payout',
  'raw_count',
  'raw_value',
  'attributed',
  'cap_id',
] as const;
const instants = ['event_time', 'click_time'] as const;

type Name = (typeof texts)[number] | (typeof figures)[number] | (typeof instants)[number];

/** One side of a conversion as it lies in the warehouse; instants in milliseconds. */
export type StoredSide = Record<Exclude<Name, 'click_time'>, string> & {
  click_time: string | null;
};

const columns: readonly (readonly [name: Name, expression: string])[] = [
  ...texts.map((name) => [name, name] as const),
  ...figures.map((name) => [name, `toString(${name})`] as const),
  ...instants.map((name) => [name, `toString(toUnixTimestamp64Milli(${name}))`] as const),
];

export const storedColumns = columns.map(([, expression]) => expression).join(', ');
export const storedWidth = columns.length;

export function storedSide(cells: readonly (string | null)[]): StoredSide {
  return Object.fromEntries(
    columns.map(([name], index) => [name, cells[index] ?? (name === 'click_time' ? null : '')]),
  ) as StoredSide;
}

/** An amount in a currency, which tells its decimals. */
export const moneyIn = (text: string, currency: string): number =>
  roundDecimal(text, moneyPlaces(currency));
export const textOrNull = (text: string): string | null => (text === '' ? null : text);
export const instantAt = (ms: string): string => new Date(Number(ms)).toISOString();
