import { bucketOf, type Grain, hourOf, type Span, wallText, weekdayOf } from './calendar.ts';
import { dimensionNames } from './facts.ts';
import { measure } from './measures.ts';
import { type Figure, moneyOf } from './money.ts';
import type { Row } from './rows.ts';

export const memberNames = [
  ...dimensionNames,
  'weekday',
  'hour_of_day',
  'record',
  'project_id',
  'attributed',
] as const;
export type MemberName = (typeof memberNames)[number];

/** The value of a row for a member of the model; null for none. */
export function memberOf(
  row: Row,
  name: MemberName,
  zone: string,
  span: Span | null = null,
): string | null {
  if (name === 'weekday') return weekdayOf(row.time, zone);
  if (name === 'hour_of_day') {
    const time = row.record === 'estimated_cost' ? clickedIn(row, span) : row.time;
    const isTimed = row.record === 'estimated_cost' || !row.isOfDay;
    return time === null || !isTimed ? null : hourOf(time, zone);
  }
  if (name === 'project_id') return `${row.project}`;
  if (name === 'attributed') return row.attributed ? '1' : '0';
  return row[name] === '' ? null : row[name];
}

const operators = ['equals', 'notEquals', 'contains', 'notContains', 'set', 'notSet'] as const;
export type RowTest = {
  member: MemberName;
  operator: (typeof operators)[number];
  values: string[];
};
export type Test = RowTest | { and: Test[] } | { or: Test[] };

/** An empty value equals nothing, and is therefore not equal to any value. */
function passes(row: Row, test: Test, zone: string, span: Span | null): boolean {
  if ('and' in test) return test.and.every((one) => passes(row, one, zone, span));
  if ('or' in test) return test.or.some((one) => passes(row, one, zone, span));
  const value = memberOf(row, test.member, zone, span);
  if (test.operator === 'set') return value !== null;
  if (test.operator === 'notSet') return value === null;
  const { values } = test;
  const holds = (text: string) => value?.toLowerCase().includes(text.toLowerCase()) ?? false;
  if (test.operator === 'equals') return values.some((one) => one === value);
  if (test.operator === 'notEquals') return values.every((one) => one !== value);
  if (test.operator === 'contains') return values.some(holds);
  return !values.some(holds);
}

export type MeasureTest = { measure: string; operator: 'gt' | 'gte' | 'lt' | 'lte'; value: string };

export type CubeQuestion = {
  measures: string[];
  dimensions: MemberName[];
  tests: Test[];
  having: MeasureTest[];
  span: Span | null;
  grain: Grain | null;
  zone: string;
};

export type Group = { key: (string | null)[]; figures: Map<string, Figure | null> };

/** The rows of a query, grouped by dimensions, then by bucket; a repeated hour makes two groups. */
export function answered(rows: readonly Row[], question: CubeQuestion): Group[] {
  const { measures, dimensions, tests, having, span, grain, zone } = question;
  const groups = new Map<string, { key: (string | null)[]; rows: Row[] }>();
  if (dimensions.length === 0 && !grain) groups.set('[null]', { key: [], rows: [] });
  const names = [...measures, ...having.map((test) => test.measure)];
  const isSpread = names.some((name) => /^(estimated_|cost_without_clicks)/.test(name));
  for (const row of rows) {
    if (row.record === 'estimated_cost' && !isSpread) continue;
    if (span && (row.time < span.from || row.time >= span.to)) continue;
    if (!tests.every((test) => passes(row, test, zone, span))) continue;
    const key = dimensions.map((name) => memberOf(row, name, zone, span));
    const time = timeOf(row, grain, span);
    const bucket = grain && time !== null ? bucketOf(time, zone, grain) : null;
    const name = JSON.stringify([...key, bucket]);
    const group = groups.get(name);
    if (group) group.rows.push(row);
    else
      groups.set(name, {
        key: grain ? [...key, bucket === null ? null : labelOf(bucket, zone, grain)] : key,
        rows: [row],
      });
  }
  return [...groups.values()]
    .filter((group) => having.every((test) => isBeyond(measure(test.measure).of(group.rows), test)))
    .map((group) => ({
      key: group.key,
      figures: new Map(measures.map((name) => [name, measure(name).of(group.rows)])),
    }));
}

/**
 * Cube labels hours by the full hour of the clock, also on a day on which the clocks moved by half an hour and hours
 * began between.
 */
const labelOf = (bucket: number, zone: string, grain: Grain): string =>
  grain === 'hour' ? `${wallText(bucket, zone).slice(0, 13)}:00:00.000` : wallText(bucket, zone);

/** A spread cost has the hour of its click, and of longer times that of its cost. */
function timeOf(row: Row, grain: Grain | null, span: Span | null): number | null {
  if (row.record !== 'estimated_cost' || grain !== 'hour') return row.time;
  return clickedIn(row, span);
}

/** The time of the click of a spread cost; null without one and where it lies outside of the period. */
function clickedIn({ clicked }: Row, span: Span | null): number | null {
  const isInside = clicked !== null && (!span || (clicked >= span.from && clicked < span.to));
  return isInside ? clicked : null;
}

function isBeyond(figure: Figure | null, { operator, value }: MeasureTest): boolean {
  if (figure === null) return false;
  const difference = figure.over * 10_000n - moneyOf(value) * figure.under;
  if (operator === 'gt') return difference > 0n;
  if (operator === 'gte') return difference >= 0n;
  return operator === 'lt' ? difference < 0n : difference <= 0n;
}
