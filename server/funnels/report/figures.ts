import { Decimal } from 'decimal.js';
import { shareOf } from '#contract/analytics/ratios.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { Definition } from '#contract/funnels/definition.ts';
import type { FunnelTotals, ReportStep } from '#contract/funnels/report.ts';
import type { Figures } from '../query/figures-sql.ts';
import { wilson } from './chance.ts';

export type StepFigures = Omit<ReportStep, 'health' | 'last_event_at'>;
export type ReportFigures = { steps: StepFigures[]; totals: FunnelTotals };

/** How many people came to each step, and what they brought. */
export type CountedPeople = {
  reached: readonly number[];
  /** As decimal text. */
  revenue: string;
  open: number;
  excluded: number;
};

type Money = {
  /** Whether a conversion can take a step; if not, revenue is unknown. */
  isPaid: boolean;
  /** What the entries cost, as decimal text; null where no cost is known. */
  cost: string | null;
  /** The decimal places of the currency. */
  places: number;
};

/** The figures of a funnel's steps and its totals, as answers show them. */
export function reportFigures(
  definition: Definition,
  figures: Figures,
  money: Money,
): ReportFigures {
  return {
    steps: stepsOf(definition, figures, money),
    totals: totalsOf(
      definition,
      {
        ...figures,
        reached: figures.steps.map(({ reached }) => reached),
        revenue: figures.steps[0]?.revenue ?? '0',
      },
      money,
    ),
  };
}

function stepsOf(
  definition: Definition,
  { steps }: Figures,
  { isPaid, cost, places }: Money,
): StepFigures[] {
  const entered = steps[0]?.reached ?? 0;
  const earlier = cameFrom(
    definition,
    steps.map(({ reached }) => reached),
  );
  return definition.steps.map(({ slug, name, kind, optional }, index) => {
    const { reached = 0, revenue = '0', median = null, p90 = null } = steps[index] ?? {};
    const came = earlier[index] ?? null;
    const dropped = came === null ? 0 : came - reached;
    return {
      slug,
      name,
      kind,
      optional,
      reached,
      step_rate: came === null ? null : shareOf(reached, came),
      overall_rate: shareOf(reached, entered),
      interval: came === null ? null : wilson(reached, came),
      dropped,
      median_ms: median,
      p90_ms: p90,
      cost_per_person: perOne(cost, reached, places),
      value_per_person: perOne(isPaid ? revenue : null, reached, places),
      revenue_at_stake:
        !isPaid || came === null || optional || reached === 0
          ? null
          : roundDecimal(new Decimal(revenue).times(dropped).div(reached).toFixed(), places),
    };
  });
}

/** The people at the required step before each step; null for the first. */
function cameFrom({ steps }: Definition, reached: readonly number[]): (number | null)[] {
  let before: number | null = null;
  return steps.map(({ optional }, index) => {
    const came = before;
    if (!optional) before = reached[index] ?? 0;
    return came;
  });
}

/** The part of the people who came from the required step before, for each step. */
export const stepRates = (definition: Definition, reached: readonly number[]): (number | null)[] =>
  cameFrom(definition, reached).map((came, index) =>
    came === null ? null : shareOf(reached[index] ?? 0, came),
  );

/** How many people began, how many took all required steps, and the share of these. */
export function overall(
  { steps }: Definition,
  reached: readonly number[],
): Pick<FunnelTotals, 'entered' | 'converted' | 'rate'> {
  const last = steps.findLastIndex(({ optional }) => !optional);
  const [entered = 0, converted = 0] = [reached[0], reached[last]];
  return { entered, converted, rate: shareOf(converted, entered) };
}

export function totalsOf(
  definition: Definition,
  { reached, revenue: counted, excluded, open }: CountedPeople,
  { isPaid, cost, places }: Money,
): FunnelTotals {
  const revenue = isPaid ? counted : null;
  const { entered, converted, rate } = overall(definition, reached);
  return {
    entered,
    converted,
    rate,
    excluded,
    open,
    revenue: revenue === null ? null : roundDecimal(revenue, places),
    cost: cost === null ? null : roundDecimal(cost, places),
    epc: perOne(revenue, entered, places),
    cpa: perOne(cost, converted, places),
    roas: revenue === null || cost === null ? null : shareOf(Number(revenue), Number(cost)),
  };
}

/** An amount for each of so many people; null where there are none or the amount is unknown. */
function perOne(amount: string | null, people: number, places: number): number | null {
  if (amount === null || people === 0) return null;
  return roundDecimal(new Decimal(amount).div(people).toFixed(), places);
}
