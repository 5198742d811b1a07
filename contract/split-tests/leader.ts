import type { TestGoal } from './definition.ts';
import type { Arm, TestResults } from './results.ts';

/** The treatment that the gate would ship, or else the one whose interval is best; null without any comparison. */
export function leaderOf(
  { direction }: Pick<TestGoal, 'direction'>,
  { gate, variants }: Pick<TestResults, 'gate' | 'variants'>,
): Arm | null {
  const winner = variants.find(({ key }) => key === gate.winner);
  if (winner) return winner;
  const worst = ({ comparison }: Arm) => {
    const interval = comparison?.interval ?? null;
    if (interval === null) return Number.NEGATIVE_INFINITY;
    return direction === 'up' ? interval.low : -interval.high;
  };
  return variants
    .filter(({ comparison }) => comparison !== null)
    .reduce<Arm | null>((best, arm) => (best && worst(best) >= worst(arm) ? best : arm), null);
}
