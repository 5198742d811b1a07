import {
  hourOf,
  type SelectedConversions,
  type Span,
  selectedConversionsSql,
} from '../analytics/conversion-rows/selected-conversions.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { Parameters } from '../warehouse/parameters.ts';
import { nextRange } from './log-scan-range.ts';

export type ScanWindow = {
  /** The start of the time that holds the wanted number, or of the first conversion where there are fewer. */
  from: Date;
  /** The number counted. */
  many: number;
  /** Whether nothing of the span lies before. */
  isAll: boolean;
};

/** The last part of a span that holds the wanted number, with the count of the whole span. */
export async function countedWindow(
  selected: SelectedConversions,
  span: Span,
  wanted: number,
  analytics: AnalyticsReader,
): Promise<ScanWindow> {
  const { many, since } = await manyIn(selected, span, wanted, analytics);
  return { many, from: within(span, since ?? span.to), isAll: many < wanted };
}

/** The same without the count. The hour in which the span ends is always read. */
export async function windowBefore(
  selected: SelectedConversions,
  { from, to }: Span,
  wanted: number,
  analytics: AnalyticsReader,
): Promise<ScanWindow> {
  const last = within({ from, to }, hourOf(to));
  let [end, first, many] = [last, last, 0];
  while (many < wanted && end > from) {
    const looked = { through: last.getTime() - end.getTime(), found: many };
    const start = hourOf(new Date(end.getTime() - nextRange(looked, wanted)));
    const span = { from: within({ from, to }, start), to: end };
    const found = await manyIn(selected, span, wanted - many, analytics);
    many += found.many;
    first = within(span, found.since ?? first);
    end = span.from;
  }
  return { many, from: first, isAll: many < wanted };
}

const within = ({ from }: Span, instant: Date): Date => (instant > from ? instant : from);

/**
 * The count of a span, and the start of the hour from which on it holds the wanted number, or of the first conversion.
 */
async function manyIn(
  selected: SelectedConversions,
  span: Span,
  wanted: number,
  { model, select }: AnalyticsReader,
): Promise<{ many: number; since: Date | null }> {
  const parameters = new Parameters();
  const sql = `SELECT toString(sum(many)), toString(toUnixTimestamp(minIf(event_hour, newer < ${parameters.add('UInt64', wanted)})))
FROM (
  SELECT event_hour, many, sum(many) OVER (ORDER BY event_hour DESC) - many AS newer
  FROM (SELECT event_hour, count() AS many ${selectedConversionsSql(model, selected, span, parameters)}
    GROUP BY event_hour))`;
  const [row] = await select({ sql, parameters: parameters.values });
  const many = Number(row?.[0] ?? 0);
  return { many, since: many > 0 ? new Date(Number(row?.[1]) * 1000) : null };
}
