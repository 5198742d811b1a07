import type { FunnelTotals, Outcome } from '#contract/funnels/report.ts';
import type { FunnelTab } from '#model/funnel-dashboard.ts';
import { percent } from '../../kit/format.ts';

export const tabNames: Record<FunnelTab, string> = {
  steps: 'Steps',
  trend: 'Trend',
  time: 'Time to convert',
  opportunities: 'Opportunities',
};

export const outcomeNames: Record<Outcome, string> = {
  reached: 'Reached',
  dropped: 'Left before',
  converted: 'Converted',
  excluded: 'Excluded',
  open: 'Still open',
};

/** 41.4 to 42.6 % */
export const bounds = ([low, high]: readonly [number, number]): string =>
  `${percent(low).replace(/\s%$/, '')} to ${percent(high)}`;

/** Why a figure has no value. */
export const reasons = {
  cost: 'no cost is recorded for these entries',
  revenue: 'no step of this funnel takes the conversion',
  cpa: 'it needs a cost and a conversion',
  roas: 'it needs a cost',
  rate: 'nobody entered',
  stepRate: 'nobody reached the step before',
  time: 'nobody came this far',
  value: 'nobody reached the step',
  stake: 'it needs people who went on',
} as const;

/** Why a figure made of revenue has no value. */
export const moneyReason = (
  { revenue }: Pick<FunnelTotals, 'revenue'>,
  otherwise: keyof typeof reasons,
): string => (revenue === null ? reasons.revenue : reasons[otherwise]);
