import type { FunnelFigures } from '#contract/funnels/report.ts';
import { worstHealthOf } from '#model/funnel-list.ts';
import { none } from '../kit/format.ts';
import { healthReason, healthWords } from './common/health-words.ts';

/** The health of the funnel's worst step: a colour, a word and the reason. */
export function FunnelHealth({ figures, zone }: { figures: FunnelFigures; zone: string }) {
  const worst = worstHealthOf(figures);
  if (!worst) return <>{none}</>;
  const reason = healthReason(worst, zone);
  return (
    <span className="funnel-health" data-state={worst.state} title={reason}>
      <span className="funnel-dot" aria-hidden="true" />
      {worst.state === 'ok' || worst.state === 'unknown' ? (
        <span>
          {healthWords[worst.state]}
          <span className="only-read">. {reason}</span>
        </span>
      ) : (
        <span>{reason}</span>
      )}
    </span>
  );
}
