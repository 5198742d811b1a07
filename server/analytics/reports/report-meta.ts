import type { ReportMeta } from '#contract/analytics/report.ts';
import type { Inquiry } from '../runner/report-inquiry.ts';

type Found = {
  excluded: ReportMeta['excluded'];
  /** Everything acknowledged before this instant is in the figures. */
  complete: Date;
  version: number;
  started: number;
};

/** What a report is about, so that nobody has to guess. */
export function reportMeta(inquiry: Inquiry, found: Found): ReportMeta {
  const { period, timezone, window, granularity, compared, choice, asOf, scope, now } = inquiry;
  const { model, lookbackDays, clock } = inquiry.attribution;
  return {
    start_date: period.start,
    end_date: period.end,
    timezone,
    utc_from: window.from.toISOString(),
    utc_to: window.to.toISOString(),
    granularity,
    currency: scope.projects[0]?.currency ?? 'USD',
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
