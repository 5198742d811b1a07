import type { z } from 'zod';
import {
  type MatchedBy,
  maxLeftOut,
  maxReconciled,
  type reconciliationSchema,
} from '#contract/conversions/reconciliation.ts';
import { addDays, dayAt, daysIn, longestPeriod, type Period } from '#contract/period.ts';
import type { Membership } from '../access/access.ts';
import { scopeOf } from '../access/scope.ts';
import {
  type SelectedConversions,
  selectConversions,
  selectedConversionsSql,
} from '../analytics/conversion-rows/selected-conversions.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { Parameters } from '../warehouse/parameters.ts';
import { comparedColumns, comparedConversion, type KeyedConversion } from './conversions-by-key.ts';
import { happenedAt } from './current-state.ts';

type Asked = Pick<
  z.output<typeof reconciliationSchema>,
  'project_id' | 'start_date' | 'end_date' | 'timezone' | 'affiliates'
>;

/** The conversions that a file should contain: those that count, of its days and its affiliates. */
export type Expected = {
  selected: SelectedConversions;
  affids: readonly string[] | null;
  /** Whether the call or the file tells the days. */
  isKnown: boolean;
};

export function expectedIn(
  asked: Asked,
  inFile: readonly KeyedConversion[],
  membership: Membership,
  now: Date,
): Expected {
  const { project_id, timezone } = asked;
  const days = daysOf(asked, inFile);
  const affids = asked.affiliates === 'all' ? null : affidsOf(inFile);
  const scope = { projects: [{ ...scopeOf(membership), affids }] };
  const filter = {
    affiliate_id: ['all' as const],
    project_id,
    timezone,
    ...(days && { start_date: days.start, end_date: days.end }),
    record: ['conversion' as const],
    excluded_reason: ['none' as const],
  };
  return { selected: selectConversions(filter, scope, now), affids, isKnown: days !== null };
}

/** From the first to the last day of the file's conversions, where the call names no days. */
function daysOf(
  { start_date, end_date, timezone }: Asked,
  inFile: readonly KeyedConversion[],
): Period | null {
  const named = start_date ?? end_date;
  if (named) return { start: start_date ?? named, end: end_date ?? named };
  const days = inFile.map((one) => dayAt(happenedAt(one), timezone)).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const isLong = daysIn({ start: first, end: last }) > longestPeriod;
  return { start: isLong ? addDays(last, 1 - longestPeriod) : first, end: last };
}

/** A file with conversions that no affiliate earned is one of a shop, which holds all of them. */
function affidsOf(inFile: readonly KeyedConversion[]): string[] | null {
  const affids = [...new Set(inFile.map(({ affid }) => affid))].sort();
  return affids.length === 0 || affids.includes('') ? null : affids;
}

type LeftOut = { rows: KeyedConversion[]; isComplete: boolean };

/** The expected conversions that no line of the file names, newest first, with the id that the file uses. */
export async function readLeftOut(
  { selected, isKnown }: Expected,
  by: MatchedBy,
  inFile: readonly KeyedConversion[],
  { model, select }: AnalyticsReader,
): Promise<LeftOut> {
  if (!isKnown) return { rows: [], isComplete: true };
  const most = maxLeftOut + maxReconciled;
  const parameters = new Parameters();
  const sql = `SELECT ${comparedColumns}, ${by}
${selectedConversionsSql(model, selected, selected.resolved.window, parameters)}
ORDER BY event_time DESC, conversion_id DESC
LIMIT ${parameters.add('UInt64', most + 1)}`;
  const found = (await select({ sql, parameters: parameters.values })).map((cells) => ({
    ...comparedConversion(cells),
    key: cells.at(-1) ?? '',
  }));
  const named = new Set(inFile.map(({ conversion_id }) => conversion_id));
  const rows = found.filter(({ conversion_id }) => !named.has(conversion_id));
  return {
    rows: rows.slice(0, maxLeftOut),
    isComplete: found.length <= most && rows.length <= maxLeftOut,
  };
}
