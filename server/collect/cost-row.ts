import { byDimension, costDimensions } from '#contract/analytics/dimensions.ts';
import type { CostEvent } from '#contract/collect/events.ts';
import { noonOf } from '#contract/period.ts';
import type { CostRow, Label } from '../warehouse/rows.ts';
import { convert, toAmount } from './amount.ts';
import type { CollectProject } from './collect-project.ts';
import { labelsOf } from './event-labels.ts';

/** Units of the project's currency for one unit of `currency` on a day, as decimal text. */
export type RateOf = (currency: string, day: string) => string | null;

export function costOf(
  event: CostEvent,
  day: string,
  project: CollectProject,
  ingestedAt: Date,
  rateOf: RateOf,
): { cost: Omit<CostRow, 'version'>; labels: Label[] } {
  const currency = event.currency ?? project.currency;
  const spend = toAmount(event.spend);
  const rate = currency === project.currency ? '1' : rateOf(currency, day);
  const base = rate === null || rate === '1' ? rate && spend : convert(spend, rate);
  const cost = {
    project_id: project.id,
    date: day,
    account: event.account ?? '',
    platform: event.platform ?? '',
    ...byDimension(costDimensions, (name) => event[name] ?? ''),
    event_time: noonOf(day, project.timezone).toISOString(),
    impressions: event.impressions,
    clicks: event.clicks,
    spend,
    currency,
    spend_base: base ?? '0',
    excluded_reason: base === null ? 'no_rate' : '',
    ingested_at: ingestedAt.toISOString(),
  };
  return { cost, labels: labelsOf(event, project.id, cost.event_time) };
}
