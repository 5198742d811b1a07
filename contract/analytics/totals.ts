import { changeOf } from './ratios.ts';
import type { RcData } from './report.ts';

/** The figures of a range that depend on the chosen side and way of counting. */
export const chosenFigures = [
  'revenue',
  'conversions',
  'aov',
  'users',
  'per_user',
  'profit',
  'roas',
  'cpa',
] as const;

/** The measures of a range that are the same for both sides. */
export const sharedMeasures = [
  'cost',
  'payout',
  'paired_purchases',
  'server_only_purchases',
  'browser_only_purchases',
  'union_purchases',
  'union_revenue',
  'excluded_no_rate',
] as const;

/** The ten figures of the hourly pixel summary. */
export const summaryMeasures = [
  'server_revenue',
  'server_aov',
  'server_purchases',
  'server_per_user',
  'server_users',
  'browser_purchases',
  'browser_aov',
  'browser_revenue',
  'browser_per',
  'browser_users',
] as const;
type SummaryMeasure = (typeof summaryMeasures)[number];

/** The same ten as a response holds them: an average over nothing is null. */
export const summaryBy = (
  amount: (measure: SummaryMeasure) => number,
  figure: (measure: SummaryMeasure) => number | null,
) => ({
  server_revenue: amount('server_revenue'),
  server_aov: figure('server_aov'),
  server_purchases: amount('server_purchases'),
  server_per_user: figure('server_per_user'),
  server_users: amount('server_users'),
  browser_purchases: amount('browser_purchases'),
  browser_aov: figure('browser_aov'),
  browser_revenue: amount('browser_revenue'),
  browser_per: figure('browser_per'),
  browser_users: amount('browser_users'),
});

type Comparable = NonNullable<RcData['previous']>;

/** The change of every figure that has a previous one. */
export const changesBetween = (now: Comparable, before: Comparable) => ({
  revenue: changeOf(now.revenue, before.revenue),
  conversions: changeOf(now.conversions, before.conversions),
  aov: changeOf(now.aov, before.aov),
  users: changeOf(now.users, before.users),
  per_user: changeOf(now.per_user, before.per_user),
  cost: changeOf(now.cost, before.cost),
  profit: changeOf(now.profit, before.profit),
  roas: changeOf(now.roas, before.roas),
  cpa: changeOf(now.cpa, before.cpa),
});
