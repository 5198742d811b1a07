import { useSelector } from '@xstate/react';
import type { Conversion } from '#contract/conversion.ts';
import { type ConversionStatus, statusSteps } from '#contract/conversion-decision.ts';
import type { DecisionActor } from '#machines/decision.ts';
import { Button } from '../parts/Button.tsx';
import { verdicts, verdictWords } from './decision-words.ts';

/** What this one conversion may become. Whatever was chosen in the log before is let go. */
export function StatusActs({
  conversion: { id, status },
  decision,
}: {
  conversion: Conversion;
  decision: DecisionActor;
}) {
  const isActing = useSelector(
    decision,
    (snapshot) => snapshot.matches('applying') || snapshot.matches('undoing'),
  );
  const next = statusSteps[status as ConversionStatus] ?? [];
  const start = (to: ConversionStatus) => {
    decision.send({ type: 'decision.cancel' });
    decision.send({ type: 'rows.release' });
    decision.send({ type: 'rows.choose', rows: [{ id, status }], on: true });
    decision.send({ type: 'decision.start', to });
  };
  if (next.length === 0) {
    return <p className="story-note">A reversed conversion stays so.</p>;
  }
  return (
    <fieldset className="story-acts">
      <legend className="only-read">Change the status</legend>
      {verdicts
        .filter((to) => next.includes(to))
        .map((to) => (
          <Button key={to} disabled={isActing} onClick={() => start(to)}>
            {verdictWords[to]}
          </Button>
        ))}
    </fieldset>
  );
}
