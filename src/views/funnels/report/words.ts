import type { EventFilter } from '#contract/funnels/definition.ts';
import type {
  FunnelBreakdown,
  FunnelReport,
  FunnelTotals,
  Outcome,
  ReportStep,
  StepHealth,
} from '#contract/funnels/report.ts';
import type { FunnelTab } from '#model/funnel-dashboard.ts';
import { clock, moment, percent } from '../../kit/format.ts';

export const tabNames: Record<FunnelTab, string> = {
  steps: 'Steps',
  trend: 'Trend',
  time: 'Time to convert',
  opportunities: 'Opportunities',
};

export const breakdownNames: Record<FunnelBreakdown, string> = {
  channel: 'Channel',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_content: 'UTM content',
  referrer: 'Referrer',
  affid: 'Affiliate',
  affsub: 'Sub id',
  campaign_id: 'Campaign',
  adset_id: 'Ad set',
  ad_id: 'Ad',
  offer_id: 'Offer',
  country: 'Country',
  state: 'State',
  device: 'Device',
};

export const outcomeNames: Record<Outcome, string> = {
  reached: 'Reached',
  dropped: 'Left before',
  converted: 'Converted',
  excluded: 'Excluded',
  open: 'Still open',
};

const operatorWords: Record<EventFilter['operator'], string> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  regex: 'matches',
  in: 'is',
  not_in: 'is not',
  gt: 'is above',
  gte: 'is at least',
  lt: 'is below',
  lte: 'is at most',
  is_set: 'is set',
  is_not_set: 'is not set',
};

const namesOfProperties: Record<string, string> = breakdownNames;

/** Country is US or CA */
export function filterWords(filter: EventFilter): string {
  const name = namesOfProperties[filter.property] ?? filter.property;
  const values = 'values' in filter ? filter.values : 'value' in filter ? [filter.value] : [];
  return [name, operatorWords[filter.operator], values.join(' or ')].filter(Boolean).join(' ');
}

/** 41.4 to 42.6 % */
export const bounds = ([low, high]: readonly [number, number]): string =>
  `${percent(low).replace(/\s%$/, '')} to ${percent(high)}`;

/** 14:00 of the day of the report, else with the day. */
export function since(instant: string, { as_of, period: { timezone } }: FunnelReport): string {
  const [day, ...time] = moment(instant, timezone).split(/, (?=\d\d:)/);
  const short = clock(instant, timezone).slice(0, 5);
  return time.length > 0 && moment(as_of, timezone).startsWith(`${day}, `)
    ? short
    : `${day}, ${short}`;
}

/** Why the events of a step cannot be taken for what people did; null if they can. */
export function healthWords(health: StepHealth, report: FunnelReport): string | null {
  if (health.state === 'silent')
    return health.since ? `silent since ${since(health.since, report)}` : 'silent';
  return health.state === 'low' ? 'far fewer events than usual' : null;
}

export const isReliable = ({ health }: Pick<ReportStep, 'health'>): boolean =>
  health.state !== 'silent';

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
