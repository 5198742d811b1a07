import type {
  ConversionDecisionActor,
  ConversionDecisionSnapshot,
} from '#machines/conversions/conversion-decision.ts';

/** Whether a decision is on its way that nothing can stop any more. */
export const isActing = (snapshot: ConversionDecisionSnapshot): boolean =>
  snapshot.matches('applying') || snapshot.matches('undoing');

/** Whatever was chosen in the log before, or begun and not decided, is let go. */
export function letGo(decision: ConversionDecisionActor): void {
  decision.send({ type: 'decision.cancel' });
  decision.send({ type: 'rows.release' });
}
