import { Decimal } from 'decimal.js';
import { shareOf } from '#contract/analytics/ratios.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { Definition } from '#contract/funnels/definition.ts';
import type { FunnelBreakdown, Opportunities } from '#contract/funnels/report.ts';
import type { Figures } from '../query/figures-sql.ts';
import { funnelFigures } from '../query/funnel-figures.ts';
import { type GroupCounts, groupCounts } from '../query/group-counts.ts';
import { overall } from './figures.ts';
import { type HealthOf, readableHealth } from './readable-health.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

/** The divisions of people whose better groups show what a step can reach. */
const compared = [
  'affid',
  'device',
  'utm_source',
  'country',
] as const satisfies readonly FunnelBreakdown[];
/** Groups with fewer entries say nothing by themselves. */
const fewestEntries = 200;
/** So many people with the rate of everybody are added to each group. */
const shrinkage = 200;

type Opportunity = Opportunities['steps'][number];

/** Which step gains most if it reaches its benchmark. Steps whose events do not arrive are no losses. */
export async function opportunities(
  asked: RequestedFunnel,
  healthOf: HealthOf,
): Promise<Opportunities> {
  const { analytics, question, definition, places, isPaid, asOf } = asked;
  const [figures, groups, health] = await Promise.all([
    funnelFigures(analytics.select, question, asOf),
    groupCounts(analytics.select, question, compared, fewestEntries),
    readableHealth(healthOf, asked),
  ]);
  const silent = definition.steps.filter(({ slug }) => health(slug).state === 'silent');
  const isSilent = (slug: string) => silent.some((step) => step.slug === slug);
  return {
    is_paid: isPaid,
    steps: rankedSteps(definition, { figures, groups, places, isPaid }).filter(
      ({ slug }) => !isSilent(slug),
    ),
    silent: silent.map(({ slug, name }) => ({ slug, name })),
  };
}

type Counted = {
  figures: Figures;
  groups: readonly GroupCounts[];
  places: number;
  isPaid: boolean;
};

/** Every required step after the first, the largest gain first: of revenue, or of conversions where nothing is paid. */
export function rankedSteps(
  definition: Definition,
  { figures: { steps }, groups, places, isPaid }: Counted,
): Opportunity[] {
  const { converted } = overall(
    definition,
    steps.map(({ reached }) => reached),
  );
  let before: number | null = null;
  const found = definition.steps.flatMap((step, index): Opportunity[] => {
    const { reached = 0, revenue = '0' } = steps[index] ?? {};
    if (step.optional) return [];
    const earlier = before;
    before = index;
    const cameBefore = earlier === null ? 0 : (steps[earlier]?.reached ?? 0);
    const rate = shareOf(reached, cameBefore);
    if (earlier === null || rate === null) return [];
    const ofEach = (sum: string | number) => (reached === 0 ? null : new Decimal(sum).div(reached));
    const value = isPaid ? ofEach(revenue) : null;
    const more = (each: Decimal | null, share: number | null, decimals: number) =>
      each && share !== null
        ? roundDecimal(new Decimal(cameBefore).times(share).times(each).toFixed(), decimals)
        : null;
    const best = benchmarkOf(step.expected_rate, groupRates(groups, { index, earlier, rate }));
    const gap = best.benchmark === null ? null : Math.max(0, best.benchmark - rate);
    return [
      {
        slug: step.slug,
        name: step.name,
        rate,
        ...best,
        gain: more(value, gap, places),
        gain_converted: more(ofEach(converted), gap, 2),
        one_point: more(value, 0.01, places),
        one_point_converted: more(ofEach(converted), 0.01, 2),
        reached_before: cameBefore,
        value_per_person: value && roundDecimal(value.toFixed(), places),
      },
    ];
  });
  const gainOf = ({ gain, gain_converted }: Opportunity) => (isPaid ? gain : gain_converted) ?? -1;
  return found.toSorted((a, b) => gainOf(b) - gainOf(a));
}

type Benchmark = Pick<Opportunity, 'benchmark' | 'benchmark_from' | 'breakdown'>;
type GroupRate = { by: FunnelBreakdown; rate: number };

/** The expected rate, or the one that a quarter of the larger groups exceed, whichever is higher. */
function benchmarkOf(expected: number | null, rates: readonly GroupRate[]): Benchmark {
  const [best] = rates.toSorted((a, b) => b.rate - a.rate);
  if (best && (expected === null || best.rate > expected)) {
    return { benchmark: best.rate, benchmark_from: 'groups', breakdown: best.by };
  }
  return {
    benchmark: expected,
    benchmark_from: expected === null ? null : 'expected',
    breakdown: null,
  };
}

type Asked = { index: number; earlier: number; rate: number };

/** For each division of people with at least two larger groups, the rate that a quarter of them exceed. */
function groupRates(groups: readonly GroupCounts[], { index, earlier, rate }: Asked): GroupRate[] {
  return compared.flatMap((by) => {
    const rates = groups
      .filter((group) => group.by === by)
      .map(({ reached }) => {
        const [came = 0, of = 0] = [reached[index], reached[earlier]];
        return (came + shrinkage * rate) / (of + shrinkage);
      })
      .toSorted((a, b) => a - b);
    return rates.length < 2 ? [] : [{ by, rate: roundDecimal(upperQuarter(rates).toFixed(12), 8) }];
  });
}

/** The 75th percentile of sorted numbers, between two of them where it falls there. */
function upperQuarter(sorted: readonly number[]): number {
  const at = (sorted.length - 1) * 0.75;
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
