import type { ReportMeta } from '#contract/analytics/report.ts';
import type { ResolvedQuery } from '../runner/resolved-query.ts';

type Found = {
  excluded: ReportMeta['excluded'];
  /** Everything acknowledged before this instant is in the figures. */
  complete: Date;
  version: number;
  started: number;
};

/** The description of a report: its period, scope, currency and exclusions. */
export function reportMeta(resolved: ResolvedQuery, found: Found): ReportMeta {
  const { period, timezone, window, granularity, compared, choice, asOf, currency, now } = resolved;
  const { model, lookbackDays, clock } = resolved.attribution;
  return {
    start_date: period.start,
    end_date: period.end,
    timezone,
    utc_from: window.from.toISOString(),
    utc_to: window.to.toISOString(),
    granularity,
    currency,
    side: choice.side,
    unique: choice.unique,
    model,
    lookback_days: lookbackDays,
    clock,
    compare: compared && {
      mode: compared.mode,
      utc_from: compared.window.from.toISOString(),
      utc_to: compared.window.to.toISOString(),
    },
    as_of: (asOf ?? now).toISOString(),
    complete_through: found.complete.toISOString(),
    ...(found.excluded ? { excluded: found.excluded } : {}),
    approximate: [],
    definitions_version: found.version,
    query_ms: Math.round((performance.now() - found.started) * 10) / 10,
  };
}
