import type { CcData, RcData } from '#contract/report.ts';
import { definitions } from '../parts/definitions.ts';
import { count, factor, money, percent } from '../parts/format.ts';

export type Figure<Data> = {
  name: string;
  definition: string;
  /** Which direction is good for whoever pays. */
  wanted: 'more' | 'less' | 'neither';
  write: (value: number | null | undefined) => string;
  of: (data: Data) => number | null;
  before: (data: Data) => number | null | undefined;
  change: (data: Data) => number | null | undefined;
};

const total = (
  key:
    | 'revenue'
    | 'conversions'
    | 'aov'
    | 'cost'
    | 'profit'
    | 'roas'
    | 'cpa'
    | 'users'
    | 'per_user',
  rest: Pick<Figure<RcData>, 'name' | 'definition' | 'wanted' | 'write'>,
): Figure<RcData> => ({
  ...rest,
  of: (data) => data[key],
  before: (data) => data.previous?.[key],
  change: (data) => data.change?.[key],
});

const click = (
  key: 'clicks' | 'conversion_rate' | 'epc',
  rest: Pick<Figure<CcData>, 'name' | 'definition' | 'wanted' | 'write'>,
): Figure<CcData> => ({
  ...rest,
  of: (data) => data[key],
  before: (data) => data.previous?.[key],
  change: (data) => data.change?.[key],
});

/** What was earned. */
export const earned: readonly Figure<RcData>[] = [
  total('revenue', {
    name: 'Revenue',
    definition: definitions.revenue,
    wanted: 'more',
    write: money,
  }),
  total('conversions', {
    name: 'Conversions',
    definition: definitions.conversions,
    wanted: 'more',
    write: count,
  }),
  total('aov', {
    name: 'AOV',
    definition: definitions.aov,
    wanted: 'more',
    write: money,
  }),
];

/** What the traffic was worth. */
export const traffic: readonly Figure<CcData>[] = [
  click('clicks', {
    name: 'Clicks',
    definition: definitions.clicks,
    wanted: 'more',
    write: count,
  }),
  click('conversion_rate', {
    name: 'Conversion rate',
    definition: definitions.conversionRate,
    wanted: 'more',
    write: percent,
  }),
  click('epc', {
    name: 'EPC',
    definition: definitions.epc,
    wanted: 'more',
    write: money,
  }),
];

/** What is left of it. */
export const kept: readonly Figure<RcData>[] = [
  total('cost', {
    name: 'Cost',
    definition: definitions.cost,
    wanted: 'less',
    write: money,
  }),
  total('profit', {
    name: 'Profit',
    definition: definitions.profit,
    wanted: 'more',
    write: money,
  }),
  total('roas', {
    name: 'ROAS',
    definition: definitions.roas,
    wanted: 'more',
    write: factor,
  }),
  total('cpa', {
    name: 'CPA',
    definition: definitions.cpa,
    wanted: 'less',
    write: money,
  }),
  total('users', {
    name: 'Users',
    definition: definitions.users,
    wanted: 'more',
    write: count,
  }),
  total('per_user', {
    name: 'Per user',
    definition: definitions.perUser,
    wanted: 'more',
    write: money,
  }),
];
