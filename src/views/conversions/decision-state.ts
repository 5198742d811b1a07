import type {
  ConversionDecisionActor,
  ConversionDecisionSnapshot,
} from '#machines/conversions/conversion-decision.ts';

/** Whether a decision is being applied or undone and can no longer be cancelled. */
export const isApplying = (snapshot: ConversionDecisionSnapshot): boolean =>
  snapshot.matches('applying') || snapshot.matches('undoing');

/** Cancels an unfinished decision and clears the selection. */
export function clearDecision(decision: ConversionDecisionActor): void {
  decision.send({ type: 'decision.cancel' });
  decision.send({ type: 'rows.clear' });
}
