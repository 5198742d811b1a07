import type { FilterGroup } from '#contract/analytics/dimensions.ts';
import { isProfitComparable } from '#contract/analytics/known-cost.ts';
import type { CcData, Definition, RcData } from '#contract/analytics/report.ts';
import type { summaryBy } from '#contract/analytics/totals.ts';
import type { SeriesName } from '../kit/charts/series.ts';
import { definitions } from '../kit/definitions.ts';
import { count, factor, money, percent } from '../kit/format.ts';
import { groupNames } from '../selection/groups.ts';
import type { CostComparison } from './cost-comparison.ts';

export type Side = 'server' | 'browser';

/** The secondary line below a figure: the other side's value, or what the figure consists of. */
export type SecondaryFigure<Data> = (
  data: Data,
  side: Side,
  currency: string,
) => { name: string; value: string } | null;

export type Figure<Data> = {
  name: string;
  /** The built-in definition, until the model's own is loaded. */
  definition: string;
  /** The measure in the model, for each side. */
  measure: Record<Side, string>;
  /** The figure that opens. */
  opens: string;
  /** The colour of the figure in charts. */
  series?: SeriesName | 'cost';
  /** Which direction of change is good. */
  wanted: 'more' | 'less' | 'neither';
  write: (value: number | null | undefined, currency: string) => string;
  beside: SecondaryFigure<Data>;
  of: (data: Data) => number | null;
  before: (data: Data) => number | null | undefined;
  change: (data: Data) => number | null | undefined;
};

type Named<Data> = Omit<Figure<Data>, 'opens' | 'of' | 'before' | 'change'>;

type Compared<Key extends string> = Record<Key, number | null> & {
  previous: Record<Key, number | null> | null;
  change: Record<Key, number | null> | null;
};

const compared = <Key extends string, Data extends Compared<Key>>(
  key: Key,
  rest: Named<Data>,
): Figure<Data> => ({
  ...rest,
  opens: key,
  of: (data) => data[key],
  before: (data) => data.previous?.[key],
  change: (data) => data.change?.[key],
});

const total: (key: keyof NonNullable<RcData['previous']>, rest: Named<RcData>) => Figure<RcData> =
  compared;

const click: (key: 'clicks' | 'conversion_rate' | 'epc', rest: Named<CcData>) => Figure<CcData> =
  compared;

const nothing = () => null;

type IsKnown = (totals: { cost: number }) => boolean;

/** Shows the figure only where it is known, whatever the calculation returns. */
const where = (isKnown: IsKnown, figure: Figure<RcData>): Figure<RcData> => ({
  ...figure,
  of: (data) => (isKnown(data) ? figure.of(data) : null),
  before: (data) => (data.previous && !isKnown(data.previous) ? null : figure.before(data)),
  change: (data) => (isKnown(data) ? figure.change(data) : null),
});

/** Compares the figure only with periods whose cost is known: without a cost the profit would always be higher. */
const onOneFooting = (profit: Figure<RcData>): Figure<RcData> => {
  const isCompared = (data: RcData) => !data.previous || isProfitComparable(data, data.previous);
  return {
    ...profit,
    before: (data) => (isCompared(data) ? profit.before(data) : null),
    change: (data) => (isCompared(data) ? profit.change(data) : null),
  };
};

/**
 * Costs have no time of day. Beside a part of a day either the whole cost counts or none, so figures that include costs
 * are not compared there.
 */
const ofWholeDays = (days: CostComparison | null, figure: Figure<RcData>): Figure<RcData> => {
  if (!days || days.isCompared) return figure;
  const isFree = ({ cost, previous }: RcData) => cost === 0 && previous?.cost === 0;
  return {
    ...figure,
    before: (data) => (isFree(data) ? figure.before(data) : null),
    change: (data) => (isFree(data) ? figure.change(data) : null),
  };
};

const word = (name: string, value = '') => ({ name, value });
const costNote =
  (days: CostComparison | null): SecondaryFigure<RcData> =>
  ({ cost }) => {
    if (cost === 0) return word('No cost has come in');
    return days && word(days.text);
  };

/** A figure that both sides have, beside the other side's, where each conversion counts once. */
const earning = (
  key: keyof NonNullable<RcData['previous']>,
  measure: Record<Side, keyof ReturnType<typeof summaryBy>>,
  rest: Omit<Named<RcData>, 'measure' | 'wanted' | 'beside'>,
): Figure<RcData> =>
  total(key, {
    ...rest,
    measure,
    wanted: 'more',
    beside: (data, side, currency) =>
      side === 'server'
        ? { name: 'Browser', value: rest.write(data[measure.browser], currency) }
        : { name: 'Server', value: rest.write(data[measure.server], currency) },
  });

/** The earnings, for either side. */
export const earningFigures: readonly Figure<RcData>[] = [
  earning(
    'revenue',
    { server: 'server_revenue', browser: 'browser_revenue' },
    { name: 'Revenue', definition: definitions.revenue, series: 'revenue', write: money },
  ),
  earning(
    'conversions',
    { server: 'server_purchases', browser: 'browser_purchases' },
    {
      name: 'Conversions',
      definition: definitions.conversions,
      series: 'conversions',
      write: count,
    },
  ),
  earning(
    'aov',
    { server: 'server_aov', browser: 'browser_aov' },
    { name: 'AOV', definition: definitions.aov, write: money },
  ),
  earning(
    'per_user',
    { server: 'server_per_user', browser: 'browser_per' },
    { name: 'Revenue per buyer', definition: definitions.perUser, write: money },
  ),
  earning(
    'users',
    { server: 'server_users', browser: 'browser_users' },
    { name: 'Buyers', definition: definitions.users, write: count },
  ),
];

/** The value of the traffic. */
export const trafficFigures: readonly Figure<CcData>[] = [
  click('clicks', {
    name: 'Clicks',
    definition: definitions.clicks,
    measure: { server: 'clicks', browser: 'clicks' },
    series: 'clicks',
    wanted: 'more',
    write: count,
    beside: ({ unique_clicks }) => ({ name: 'People', value: count(unique_clicks) }),
  }),
  click('conversion_rate', {
    name: 'Conversion rate',
    definition: definitions.conversionRate,
    measure: { server: 'conversion_rate', browser: 'browser_conversion_rate' },
    wanted: 'more',
    write: percent,
    beside: nothing,
  }),
  click('epc', {
    name: 'EPC',
    definition: definitions.epc,
    measure: { server: 'epc', browser: 'browser_epc' },
    wanted: 'more',
    write: money,
    beside: nothing,
  }),
];

const payouts: SecondaryFigure<RcData> = ({ payout }, _, currency) =>
  payout === 0 ? null : word('After payouts of', money(payout, currency));

/**
 * The profit figures. With a filter that costs do not have, costs and therefore profits are unknown: a part could show
 * more profit than the whole. `days` is the comparison of costs for a part of a day.
 */
export function profitFigures(
  hidden: FilterGroup | null,
  days: CostComparison | null = null,
): readonly Figure<RcData>[] {
  const by = hidden === null ? '' : groupNames[hidden].toLowerCase();
  const beside = hidden === null ? costNote(days) : () => word(`Unknown by ${by}`);
  const ofCost: IsKnown = ({ cost }) => hidden === null && cost !== 0;
  const figures = [
    where(
      ofCost,
      total('cost', {
        name: 'Cost',
        definition: definitions.cost,
        measure: { server: 'cost', browser: 'cost' },
        series: 'cost',
        wanted: 'less',
        write: money,
        beside,
      }),
    ),
    where(
      () => hidden === null,
      onOneFooting(
        total('profit', {
          name: 'Profit',
          definition: definitions.profit,
          measure: { server: 'profit', browser: 'browser_profit' },
          wanted: 'more',
          write: money,
          beside: hidden === null ? payouts : beside,
        }),
      ),
    ),
    where(
      ofCost,
      total('roas', {
        name: 'ROAS',
        definition: definitions.roas,
        measure: { server: 'roas', browser: 'browser_roas' },
        wanted: 'more',
        write: factor,
        beside,
      }),
    ),
    where(
      ofCost,
      total('cpa', {
        name: 'CPA',
        definition: definitions.cpa,
        measure: { server: 'cpa', browser: 'browser_cpa' },
        wanted: 'less',
        write: money,
        beside,
      }),
    ),
  ];
  return figures.map((figure) => ofWholeDays(days, figure));
}

/** The model's definition and formula, or the built-in definition until they are loaded. */
export function definitionOf(
  { measure, definition }: Pick<Figure<never>, 'measure' | 'definition'>,
  side: Side,
  known: readonly Definition[],
): string {
  const found = known.find(({ name }) => name === measure[side]);
  return found ? `${found.description} ${found.title} = ${found.formula}.` : definition;
}
