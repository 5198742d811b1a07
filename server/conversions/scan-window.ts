import { Parameters } from '../analytics/compiler/parameters.ts';
import {
  type Chosen,
  conversionsIn,
  hourOf,
  type Span,
} from '../analytics/conversion-rows/selected-conversions.ts';
import type { Reading } from '../analytics/runner/readings.ts';
import { reach } from './scan-range.ts';

export type Stretch = {
  /** Since when there are as many as wanted; where there are fewer, since the first. */
  from: Date;
  /** How many were counted. */
  many: number;
  /** Whether nothing of the span came before. */
  isAll: boolean;
};

/** The last stretch of a span with as many as are wanted, beside the count of all of it. */
export async function countedStretch(
  chosen: Chosen,
  span: Span,
  wanted: number,
  reading: Reading,
): Promise<Stretch> {
  const { many, since } = await manyIn(chosen, span, wanted, reading);
  return { many, from: within(span, since ?? span.to), isAll: many < wanted };
}

/** The same without the count. The hour in which the span ends is left to be read, whatever it holds. */
export async function stretchBefore(
  chosen: Chosen,
  { from, to }: Span,
  wanted: number,
  reading: Reading,
): Promise<Stretch> {
  const last = within({ from, to }, hourOf(to));
  let [end, first, many] = [last, last, 0];
  while (many < wanted && end > from) {
    const looked = { through: last.getTime() - end.getTime(), found: many };
    const start = hourOf(new Date(end.getTime() - reach(looked, wanted)));
    const span = { from: within({ from, to }, start), to: end };
    const found = await manyIn(chosen, span, wanted - many, reading);
    many += found.many;
    first = within(span, found.since ?? first);
    end = span.from;
  }
  return { many, from: first, isAll: many < wanted };
}

const within = ({ from }: Span, instant: Date): Date => (instant > from ? instant : from);

/** How many a span holds, and the beginning of the hour since when there are as many as wanted, else of the first. */
async function manyIn(
  chosen: Chosen,
  span: Span,
  wanted: number,
  { model, select }: Reading,
): Promise<{ many: number; since: Date | null }> {
  const parameters = new Parameters();
  const sql = `SELECT toString(sum(many)), toString(toUnixTimestamp(minIf(event_hour, newer < ${parameters.add('UInt64', wanted)})))
FROM (
  SELECT event_hour, many, sum(many) OVER (ORDER BY event_hour DESC) - many AS newer
  FROM (SELECT event_hour, count() AS many ${conversionsIn(model, chosen, span, parameters)}
    GROUP BY event_hour))`;
  const [row] = await select({ sql, parameters: parameters.values });
  const many = Number(row?.[0] ?? 0);
  return { many, since: many > 0 ? new Date(Number(row?.[1]) * 1000) : null };
}
