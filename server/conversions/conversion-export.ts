import {
  dimensionOf,
  type StoredDimension,
  storedDimensions,
} from '#contract/analytics/dimensions.ts';
import type { ConversionFilter } from '#contract/conversions/query.ts';
import { conversionSchema } from '#contract/conversions/schemas.ts';
import { textMap } from '#contract/text-map.ts';
import type { SelectedConversions } from '../analytics/conversion-rows/selected-conversions.ts';
import type { ColumnDefinition } from '../analytics/export/definitions.ts';
import { meaningOf } from '../analytics/export/dimension-meaning.ts';
import type { RawQuery } from '../analytics/export/exported-reports.ts';
import { type Sheet, selectedColumns, sheetOf } from '../analytics/export/sheet.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { invalid } from '../platform/refusal.ts';
import type { Column } from '../platform/tables/table.ts';
import { everythingOf } from './conversion-log.ts';

const most = 50_000;

/** The conversions of the log as one table; `server.value` becomes `server_value`. */
export async function conversionSheet(
  selected: SelectedConversions,
  columns: readonly string[] | undefined,
  analytics: AnalyticsReader,
): Promise<Sheet> {
  const lines = await everythingOf(selected, most, analytics);
  if (!lines) {
    throw invalid('end_date', 'This is more than 50,000 conversions. Choose a shorter period.');
  }
  const table = { schema: conversionSchema, lines };
  return selectedColumns(sheetOf(table, selected.resolved.currency), table, columns);
}

/** The filter as URL parameters. */
export const rawQueryOf = (filter: ConversionFilter): RawQuery =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => {
      if (value === undefined || (name === 'min_revenue' && value === '0')) return [];
      const text = typeof value === 'boolean' ? String(Number(value)) : value;
      return [[name, Array.isArray(text) ? text : String(text)] as const];
    }),
  );

/** What a dimension and the name of its value mean. */
function meaningsOf(name: StoredDimension): [string, [string, string]][] {
  const { label, nameField } = dimensionOf(name);
  const own: [string, [string, string]] = [name, meaningOf(name)];
  if (!nameField) return [own];
  return [own, [nameField, [`${label} name`, `The name of the ${label.toLowerCase()}.`]]];
}

const meanings = textMap<readonly [title: string, description: string]>({
  id: ['Conversion', 'Its id; the same for both sides.'],
  project_id: ['Project', 'The id of the project.'],
  record: ['Record', 'A conversion, a refund or a correction.'],
  event_name: ['Event', 'The name of the event.'],
  event_id: ['Event id', 'The id that the event was sent with.'],
  order_id: ['Order', 'The id of the order.'],
  click_id: [
    'Click id',
    'The click id that the event named, else that of the click that earned it.',
  ],
  event_time: ['Time', 'When it happened, in UTC.'],
  click_time: ['Click', 'When the click that earned it happened, in UTC.'],
  delay_seconds: ['Delay', 'Seconds from that click to the conversion.'],
  status: ['Status', 'Pending, approved, rejected or reversed.'],
  excluded_reason: ['Excluded', 'Why it does not count; empty where it counts.'],
  value: [
    'Value',
    "Its value in the project's currency, as the server reported it where it did. A refund subtracts it.",
  ],
  currency: ['Currency', "The project's currency."],
  payout: ['Payout', 'What the affiliate earns by its terms.'],
  unpaid_reason: [
    'Not paid because',
    'Why its offer pays nothing for it; empty where it pays what its terms say.',
  ],
  cap_id: ['Cap', 'The id of the cap that was full when its click came.'],
  sides: ['Sides', 'Which sides reported it.'],
  pairing: ['Seen by', 'The server alone, both, or the browser alone.'],
  dedup_method: ['Matched by', 'How the two sides were found to be one.'],
  value_mismatch: ['Values differ', 'Whether the sides name values more than 1 % apart.'],
  attributed: ['Attributed', 'Whether a click earned it.'],
  reason: ['Reason', 'Why this click earned it.'],
  value_sent: ['Value sent', 'The value as it was sent.'],
  currency_sent: ['Currency sent', 'The currency it was sent in.'],
  raw_count: ['Reports', 'How many events reported it.'],
  raw_value: ['Reported value', 'The value of all of these events.'],
  ...Object.fromEntries(storedDimensions.flatMap(meaningsOf)),
});

/** What each column of the file means. */
export const conversionDefinitions = (columns: readonly Column[]): ColumnDefinition[] =>
  columns.map(({ name, kind }) => {
    const [, side, own] = /^(server|browser)_(.+)$/.exec(name) ?? [];
    const [title, description] = meanings.get(own ?? name) ?? [name, ''];
    return {
      name,
      unit: kind,
      title: side ? `${title} (${side})` : title,
      description: side ? `${description} As the ${side} reported it.` : description,
    };
  });
