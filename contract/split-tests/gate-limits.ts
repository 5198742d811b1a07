import type { VariantKey } from './definition.ts';
import type { TestGate } from './results.ts';
import type { TestDecision } from './schemas.ts';

/** The least share of all units whose outcome is frozen. */
export const leastMaturity = 0.8;
/** The most that choosing the leader may lose on average, as a share of the control's value. */
export const mostLoss = 0.01;
/** A unit's outcome is frozen so many hours after its window closed; what is reported later is shown, not judged. */
export const graceHours = 24;
/** Characters of the reason for a decision against the gate. */
export const shortestReason = 20;

/** A runtime counts in whole weeks, because days of the week differ. */
export const weeksOf = (days: number): number => Math.ceil(days / 7);

type Choice = { decision: TestDecision; variant: VariantKey | null };

/** Whether a decision is one against the gate. */
export function isAgainstGate(
  { status, winner }: TestGate,
  { decision, variant }: Choice,
): boolean {
  switch (decision) {
    case 'ship':
      return status !== 'ready_ship' || winner !== variant;
    case 'keep_control':
      return status !== 'ready_keep' && status !== 'ready_inconclusive';
    case 'inconclusive':
      return status !== 'ready_inconclusive';
    case 'invalid':
      return status !== 'unhealthy';
  }
}
