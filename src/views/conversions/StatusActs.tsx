import { useSelector } from '@xstate/react';
import type { Conversion } from '#contract/conversion.ts';
import { type ConversionStatus, statusSteps } from '#contract/conversion-decision.ts';
import type { DecisionActor } from '#machines/decision.ts';
import { Button } from '../parts/Button.tsx';
import { isActing, letGo } from './acting.ts';
import { verdicts, verdictWords } from './decision-words.ts';

/** What this one conversion may become. Whatever was chosen in the log before is let go. */
export function StatusActs({
  conversion: { id, status },
  decision,
}: {
  conversion: Conversion;
  decision: DecisionActor;
}) {
  const busy = useSelector(decision, isActing);
  const next = statusSteps[status as ConversionStatus] ?? [];
  const start = (to: ConversionStatus) => {
    letGo(decision);
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
          <Button key={to} disabled={busy} onClick={() => start(to)}>
            {verdictWords[to]}
          </Button>
        ))}
    </fieldset>
  );
}
