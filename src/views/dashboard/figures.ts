import type { CcData, RcData } from '#contract/report.ts';
import { definitions } from '../parts/definitions.ts';
import { count, factor, money, percent } from '../parts/format.ts';

export type Figure<Data> = {
  name: string;
  definition: string;
  unit: 'money' | 'none';
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
  rest: Pick<Figure<RcData>, 'name' | 'definition' | 'unit' | 'wanted' | 'write'>,
): Figure<RcData> => ({
  ...rest,
  of: (data) => data[key],
  before: (data) => data.previous?.[key],
  change: (data) => data.change?.[key],
});

const click = (
  key: 'clicks' | 'conversion_rate' | 'epc',
  rest: Pick<Figure<CcData>, 'name' | 'definition' | 'unit' | 'wanted' | 'write'>,
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
    unit: 'money',
    wanted: 'more',
    write: money,
  }),
  total('conversions', {
    name: 'Conversions',
    definition: definitions.conversions,
    unit: 'none',
    wanted: 'more',
    write: count,
  }),
  total('aov', {
    name: 'AOV',
    definition: definitions.aov,
    unit: 'money',
    wanted: 'more',
    write: money,
  }),
];

/** What the traffic was worth. */
export const traffic: readonly Figure<CcData>[] = [
  click('clicks', {
    name: 'Clicks',
    definition: definitions.clicks,
    unit: 'none',
    wanted: 'more',
    write: count,
  }),
  click('conversion_rate', {
    name: 'Conversion rate',
    definition: definitions.conversionRate,
    unit: 'none',
    wanted: 'more',
    write: percent,
  }),
  click('epc', {
    name: 'EPC',
    definition: definitions.epc,
    unit: 'money',
    wanted: 'more',
    write: money,
  }),
];

/** What is left of it. */
export const kept: readonly Figure<RcData>[] = [
  total('cost', {
    name: 'Cost',
    definition: definitions.cost,
    unit: 'money',
    wanted: 'less',
    write: money,
  }),
  total('profit', {
    name: 'Profit',
    definition: definitions.profit,
    unit: 'money',
    wanted: 'more',
    write: money,
  }),
  total('roas', {
    name: 'ROAS',
    definition: definitions.roas,
    unit: 'none',
    wanted: 'more',
    write: factor,
  }),
  total('cpa', {
    name: 'CPA',
    definition: definitions.cpa,
    unit: 'money',
    wanted: 'less',
    write: money,
  }),
  total('users', {
    name: 'Users',
    definition: definitions.users,
    unit: 'none',
    wanted: 'more',
    write: count,
  }),
  total('per_user', {
    name: 'Per user',
    definition: definitions.perUser,
    unit: 'money',
    wanted: 'more',
    write: money,
  }),
];
