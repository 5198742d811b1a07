import murmurhash from 'murmurhash';
import { allWeight, type Guardrail, type VariantKey } from '#contract/split-tests/definition.ts';
import { graceHours } from '#contract/split-tests/gate-limits.ts';
import type { Arm, Comparison, TestHealth, TestResults } from '#contract/split-tests/results.ts';
import { compare, estimateOf, type Plan } from './compare.ts';
import { type Contender, gateOf } from './gate.ts';
import type { TestFigures, VariantFigures } from './outcomes/read-figures.ts';
import { chancesToBeBest } from './statistics/bayes.ts';
import { multipleExposure } from './statistics/exposure.ts';
import { daysNeeded } from './statistics/sample-size.ts';
import { chiSquare, logBayesFactor, splitHealth } from './statistics/split-mismatch.ts';
import type { TestRow } from './test-rows.ts';

/** What a snapshot is made of. */
export type Observed = {
  id: string;
  asOf: Date;
  /** Days that the test ran, without its pauses. */
  days: number;
  currency: string;
  goal: TestFigures;
  /** Of each guardrail, in their order. */
  guardrails: readonly TestFigures[];
  /** Units of the phase that runs, by variant, and the weights of it. */
  phase: { units: ReadonlyMap<string, number>; weights: Partial<Record<VariantKey, number>> };
  silence: TestHealth['goal'];
  cap: string | null;
  firstCrossing: TestResults['first_crossing'];
};

/** The interval's size where the power calculator knew no baseline. */
const usualUnits = 5000;

const none: VariantFigures = {
  units: 0,
  conversions: 0,
  revenue: '0',
  inSeveral: 0,
  moments: {
    units: 0,
    numerator: { sum: 0, sumOfSquares: 0 },
    denominator: { sum: 0, sumOfSquares: 0 },
    sumOfProducts: 0,
  },
};

/** What is known about a test at one time, from what its variants brought. */
export function buildResults(row: TestRow, observed: Observed): TestResults {
  const { goal: figures, asOf, days } = observed;
  const { control, treatments } = rolesIn(row);
  const frozen = (key: string) => figures.frozen.get(key) ?? none;
  const present = (key: string) => figures.present.get(key) ?? none;
  const plan: Plan = {
    goal: row.goal.type,
    alpha: row.alpha / treatments.length,
    plannedUnits: row.plannedUnits ?? usualUnits,
  };
  const comparisons = new Map(
    treatments.map((key) => [key, compare(frozen(control), frozen(key), plan)]),
  );
  const best = bestOf(row, frozen, observed.id);
  const variants = row.variants.map(
    ({ key }): Arm => ({
      key,
      units: frozen(key).units,
      conversions: frozen(key).conversions,
      revenue: frozen(key).revenue,
      value: estimateOf(row.goal.type, frozen(key))?.value ?? null,
      standard_error: estimateOf(row.goal.type, frozen(key))?.standardError ?? null,
      all_units: present(key).units,
      all_conversions: present(key).conversions,
      all_value: estimateOf(row.goal.type, present(key))?.value ?? null,
      chance_best: best?.get(key) ?? null,
      comparison: comparisons.get(key) ?? null,
    }),
  );
  const total = (of: keyof Pick<Arm, 'units' | 'all_units'>) =>
    variants.reduce((sum, arm) => sum + arm[of], 0);
  const maturity = total('all_units') === 0 ? null : total('units') / total('all_units');
  const health = healthOf(row, observed);
  const guardrails = guardrailsOf(row, observed.guardrails, plan);
  const isHarmful = (key: string) =>
    guardrails.some(({ variants: results }) =>
      results.some((result) => result.key === key && result.state === 'breached'),
    );
  const gate = gateOf({
    control: {
      value: estimateOf(row.goal.type, frozen(control))?.value ?? null,
      conversions: frozen(control).conversions,
    },
    contenders: treatments.map((key) =>
      contenderOf(key, {
        conversions: frozen(key).conversions,
        comparison: comparisons.get(key),
        isDown: row.goal.direction === 'down',
        isHarmful: isHarmful(key),
      }),
    ),
    split: health.split.state,
    isSilent: health.goal.is_silent,
    days,
    minRuntimeDays: row.minRuntimeDays,
    maxRuntimeDays: row.maxRuntimeDays,
    minConversions: row.minConversions,
    maturity,
    mdeRel: row.mdeRel,
  });
  const isOpen = gate.status !== 'collecting' && gate.status !== 'unhealthy';
  return {
    snapshot_id: observed.id,
    as_of: asOf.toISOString(),
    days,
    maturity,
    currency: observed.currency,
    winsor_cap: observed.cap,
    gate: {
      ...gate,
      eta_days: isOpen ? 0 : etaOf(row, { days, units: total('all_units') }),
    },
    health,
    variants,
    guardrails,
    first_crossing:
      observed.firstCrossing ??
      (isOpen ? { snapshot_id: observed.id, at: asOf.toISOString() } : null),
  };
}

function rolesIn({ variants }: TestRow): { control: VariantKey; treatments: VariantKey[] } {
  const control = variants.find(({ is_control: isControl }) => isControl) ?? variants[0];
  if (!control) throw new Error('A split test has no variants.');
  return {
    control: control.key,
    treatments: variants.flatMap(({ key }) => (key === control.key ? [] : key)),
  };
}

type Judged = {
  conversions: number;
  comparison: Comparison | undefined;
  isDown: boolean;
  isHarmful: boolean;
};

/** A treatment as the gate reads it: turned so that more is better. */
function contenderOf(
  key: VariantKey,
  { conversions, comparison, isDown, isHarmful }: Judged,
): Contender {
  const interval = comparison?.interval ?? null;
  const loss = comparison?.expected_loss_rel ?? null;
  const lift = comparison?.lift ?? null;
  // Choosing it where less is better loses what choosing the control would win: E[max(B − A, 0)].
  const turned = loss === null || lift === null ? null : loss + lift;
  return {
    key,
    conversions,
    interval: interval && {
      low: isDown ? -interval.high : interval.low,
      high: isDown ? -interval.low : interval.high,
      halfWidth: (interval.high - interval.low) / 2,
    },
    expectedLossRel: isDown ? turned : loss,
    isHarmful,
  };
}

/** The chance of each variant to have the highest rate; for other goals it is read in pairs only. */
function bestOf(
  { goal, variants }: TestRow,
  frozen: (key: string) => VariantFigures,
  id: string,
): ReadonlyMap<string, number> | null {
  if (goal.type !== 'conversion_rate' || goal.direction === 'down') return null;
  const chances = chancesToBeBest(
    variants.map(({ key }) => frozen(key)),
    murmurhash.v3(id, 0),
  );
  return new Map(variants.map(({ key }, at) => [key, chances[at] ?? 0]));
}

function healthOf(row: TestRow, { phase, goal, silence }: Observed): TestHealth {
  const weight = (key: VariantKey) => phase.weights[key] ?? 0;
  const units = row.variants.reduce((sum, { key }) => sum + (phase.units.get(key) ?? 0), 0);
  const parts = row.variants
    .filter(({ key }) => weight(key) > 0)
    .map(({ key }) => ({
      key,
      units: phase.units.get(key) ?? 0,
      share: weight(key) / allWeight,
    }));
  const all = [...goal.present.values()];
  const exposure = multipleExposure(
    {
      units: all.reduce((sum, one) => sum + one.units, 0),
      inSeveral: all.reduce((sum, one) => sum + one.inSeveral, 0),
    },
    parts.map(({ share }) => share),
  );
  return {
    split: {
      state: splitHealth(parts),
      bayes_factor: Math.min(Number.MAX_VALUE, Math.exp(logBayesFactor(parts))),
      p: chiSquare(parts).p,
      parts: parts.map(({ key, units: seen, share }) => ({
        key,
        units: seen,
        expected: units * share,
      })),
    },
    multiple: {
      units: all.reduce((sum, one) => sum + one.inSeveral, 0),
      share: exposure.share,
      is_too_high: exposure.isTooHigh,
    },
    goal: silence,
  };
}

function guardrailsOf(
  row: TestRow,
  figures: readonly TestFigures[],
  plan: Plan,
): TestResults['guardrails'] {
  const { control, treatments } = rolesIn(row);
  return row.guardrails.map((guardrail, at) => {
    const frozen = (key: string) => figures[at]?.frozen.get(key) ?? none;
    const own: Plan = { ...plan, goal: guardrail.type, alpha: row.alpha };
    return {
      guardrail,
      variants: treatments.map((key) => {
        const comparison = compare(frozen(control), frozen(key), own);
        return {
          key,
          value: estimateOf(guardrail.type, frozen(key))?.value ?? null,
          comparison,
          state: harmOf(guardrail, comparison),
        };
      }),
    };
  });
}

/** Whether the whole interval lies beyond the harm that is accepted. */
function harmOf(
  { direction, max_harm_rel: most }: Guardrail,
  { lift_interval: interval }: Comparison,
): 'unknown' | 'not_shown' | 'breached' {
  if (interval === null) return 'unknown';
  const isBreached = direction === 'up' ? interval.high < -most : interval.low > most;
  return isBreached ? 'breached' : 'not_shown';
}

/** Days until as many units are in and closed as were planned, at the traffic so far, or until its time is over. */
function etaOf(row: TestRow, { days, units }: { days: number; units: number }): number | null {
  if (days <= 0 || units === 0) return null;
  const planned = ((row.plannedUnits ?? usualUnits) / 2) * row.variants.length;
  const needed = daysNeeded({
    units: Math.max(planned, units),
    dailyUnits: units / days,
    goalWindowHours: row.goal.window_hours + graceHours,
    minRuntimeDays: row.minRuntimeDays,
  });
  if (needed === null) return null;
  return Math.max(1, Math.ceil(Math.min(needed, row.maxRuntimeDays) - days));
}
