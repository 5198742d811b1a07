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
  ...selectionParamsOf(query),
  ...filterParamsOf(filter),
});

/** The selection's parameters for reports that have no figures: comparison, attribution and counting are left out. */
export function selectionParamsOf(query: Query): Record<string, QueryValue> {
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

const filterParamsOf = (filter: LogFilter): Record<string, QueryValue> => ({
  record: listOf(filter.record),
  status: listOf(filter.status),
  pairing: listOf(filter.pairing),
  dedup_method: listOf(filter.pairedBy),
  excluded_reason: listOf(filter.excluded),
  attributed: flagOf(filter.attributed),
  mismatch: flagOf(filter.mismatch),
  min_revenue: amountIn(filter.least),
  search: filter.search.trim() || undefined,
});

const listOf = (value: string | null) => (value === null ? undefined : [value]);
const flagOf = (value: boolean | null) => (value === null ? undefined : Number(value));

/** The typed amount, or undefined while it is incomplete. */
const amountIn = (text: string): string | undefined =>
  /^\d{1,14}(?:\.\d{1,4})?/.exec(text.trim())?.[0];
