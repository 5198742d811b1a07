import type { VariantKey } from '#contract/split-tests/definition.ts';
import { leastMaturity, mostLoss, weeksOf } from '#contract/split-tests/gate-limits.ts';
import type { TestGate } from '#contract/split-tests/results.ts';
import type { Interval } from './statistics/estimates.ts';
import type { SplitHealth } from './statistics/split-mismatch.ts';

/** A treatment beside the control, over the units whose outcome is frozen. */
export type Contender = {
  key: VariantKey;
  conversions: number;
  /** Anytime-valid bounds of the difference to the control, turned so that more is better; null while unknown. */
  interval: (Interval & { halfWidth: number }) | null;
  /** What choosing it loses on average, as a share of the control's value; null while unknown. */
  expectedLossRel: number | null;
  /** Whether a guardrail's interval lies wholly beyond the harm that is accepted. */
  isHarmful: boolean;
};

export type GateInput = {
  control: { value: number | null; conversions: number };
  contenders: readonly Contender[];
  split: SplitHealth;
  /** Whether the goal has been silent where it is expected. */
  isSilent: boolean;
  days: number;
  minRuntimeDays: number;
  maxRuntimeDays: number;
  minConversions: number;
  /** The share of all units whose outcome is frozen; null without units. */
  maturity: number | null;
  mdeRel: number;
};

/** What the gate says, with every condition of shipping in the order in which a buyer reads them. */
export type Gate = Omit<TestGate, 'eta_days'>;

/**
 * Whether a test may be decided. It looks at frozen outcomes and anytime-valid intervals only, so that it may be looked
 * at every minute. `ready_keep` and `ready_inconclusive` need the same data as `ready_ship`.
 */
export function gateOf(input: GateInput): Gate {
  const { control, contenders, split, isSilent, maturity } = input;
  const leader = leaderOf(contenders);
  const isInTime = input.days >= weeksOf(input.minRuntimeDays) * 7;
  const hasConversions = [control, ...contenders].every(
    ({ conversions }) => conversions >= input.minConversions,
  );
  const isMature = maturity !== null && maturity >= leastMaturity;
  const loss = leader?.expectedLossRel ?? null;
  const checks = [
    { check: 'split', holds: split !== 'srm' },
    { check: 'goal', holds: !isSilent },
    { check: 'weeks', holds: isInTime },
    { check: 'conversions', holds: hasConversions },
    { check: 'maturity', holds: isMature },
    { check: 'interval', holds: leader !== null && isAbove(leader) },
    { check: 'loss', holds: loss !== null && loss <= mostLoss },
    { check: 'guardrails', holds: leader !== null && !leader.isHarmful },
  ] satisfies Gate['checks'];
  const found = (status: Gate['status'], winner: VariantKey | null = null) => ({
    status,
    winner,
    checks,
  });
  if (split === 'srm' || isSilent) return found('unhealthy');
  const hasData = isInTime && hasConversions && isMature;
  if (hasData && leader && checks.every(({ holds }) => holds)) {
    return found('ready_ship', leader.key);
  }
  if (hasData && contenders.every((one) => isBelow(one) || one.isHarmful)) {
    return found('ready_keep');
  }
  const isPrecise = contenders.every((one) => isWithin(one, control.value, input.mdeRel));
  if (input.days >= input.maxRuntimeDays || (hasData && isPrecise)) {
    return found('ready_inconclusive');
  }
  return found('collecting');
}

/** The treatment whose interval begins highest, among those without harm where there is one. */
function leaderOf(contenders: readonly Contender[]): Contender | null {
  const rank = ({ isHarmful, interval }: Contender) =>
    interval === null || isHarmful ? -Infinity : interval.low;
  return contenders.reduce<Contender | null>(
    (best, one) => (best === null || rank(one) > rank(best) ? one : best),
    null,
  );
}

const isAbove = ({ interval }: Contender) => interval !== null && interval.low > 0;
const isBelow = ({ interval }: Contender) => interval !== null && interval.high < 0;

/** Whether its difference is known as exactly as was asked and may still be 0. */
const isWithin = ({ interval }: Contender, control: number | null, mdeRel: number) =>
  interval !== null &&
  control !== null &&
  control > 0 &&
  interval.low <= 0 &&
  interval.high >= 0 &&
  interval.halfWidth / control <= mdeRel;
