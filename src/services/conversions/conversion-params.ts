import type { LogFilter } from '#contract/conversions/log-filter.ts';
import type { LogQuestion, SummaryQuestion } from '#model/conversion-log.ts';
import type { Query } from '#model/query.ts';
import { paramsOf } from '../dashboard/reports.ts';
import type { QueryValue } from '../kit/api.ts';

export const summaryParamsOf = ({
  isEarning,
  ...question
}: SummaryQuestion): Record<string, QueryValue> => ({
  ...paramsOf(question),
  min_revenue: isEarning ? '0.01' : '0',
});

export const logParamsOf = ({ filter, ...query }: LogQuestion): Record<string, QueryValue> => ({
  ...selectionOf(query),
  ...narrowingOf(filter),
});

/** The selection as every report is asked for, without what only figures have. */
export function selectionOf(query: Query): Record<string, QueryValue> {
  const {
    browser_conversions: _browser,
    unique_conversions: _unique,
    compare: _compare,
    compare_start: _start,
    compare_end: _end,
    model: _model,
    lookback_days: _lookback,
    clock: _clock,
    ...selection
  } = paramsOf({ ...query, source: 'rest' });
  return selection;
}

const narrowingOf = (filter: LogFilter): Record<string, QueryValue> => ({
  record: listed(filter.record),
  status: listed(filter.status),
  pairing: listed(filter.pairing),
  dedup_method: listed(filter.pairedBy),
  excluded_reason: listed(filter.excluded),
  attributed: flagged(filter.attributed),
  mismatch: flagged(filter.mismatch),
  min_revenue: amountIn(filter.least),
  search: filter.search.trim() || undefined,
});

const listed = (value: string | null) => (value === null ? undefined : [value]);
const flagged = (value: boolean | null) => (value === null ? undefined : Number(value));

/** What is typed, once it is an amount. */
const amountIn = (text: string): string | undefined =>
  /^\d{1,14}(?:\.\d{1,4})?/.exec(text.trim())?.[0];
