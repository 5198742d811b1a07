import { useSelector } from '@xstate/react';
import { type ConversionStatus, nextStatuses } from '#contract/conversions/decisions.ts';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import { Button } from '../kit/Button.tsx';
import { clearDecision, isApplying } from './decision-state.ts';
import { settableStatuses, statusActionWords } from './decision-words.ts';

/** The status changes of this conversion. It clears the selection of the log. */
export function StatusActs({
  conversion: { id, status },
  decision,
}: {
  conversion: Conversion;
  decision: ConversionDecisionActor;
}) {
  const busy = useSelector(decision, isApplying);
  const next = nextStatuses(status);
  const start = (to: ConversionStatus) => {
    clearDecision(decision);
    decision.send({ type: 'rows.choose', rows: [{ id, status }], on: true });
    decision.send({ type: 'decision.start', to });
  };
  if (next.length === 0) {
    return <p className="story-note">A reversed conversion cannot be changed.</p>;
  }
  return (
    <fieldset className="story-acts">
      <legend className="only-read">Change the status</legend>
      {settableStatuses
        .filter((to) => next.includes(to))
        .map((to) => (
          <Button key={to} disabled={busy} onClick={() => start(to)}>
            {statusActionWords[to]}
          </Button>
        ))}
    </fieldset>
  );
}
