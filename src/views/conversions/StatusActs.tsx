import { useSelector } from '@xstate/react';
import { type ConversionStatus, statusTransitions } from '#contract/conversions/decisions.ts';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import { Button } from '../kit/Button.tsx';
import { verdicts, verdictWords } from './decision-words.ts';
import { isActing, letGo } from './is-acting.ts';

/** What this one conversion may become. Whatever was chosen in the log before is let go. */
export function StatusActs({
  conversion: { id, status },
  decision,
}: {
  conversion: Conversion;
  decision: ConversionDecisionActor;
}) {
  const busy = useSelector(decision, isActing);
  const next = statusTransitions[status as ConversionStatus] ?? [];
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
