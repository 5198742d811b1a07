import type { PixelHealth } from '#contract/event-pixels/health.ts';
import { none } from '../kit/format.ts';
import { levelWords } from './words.ts';

/** How a pixel does: a colour, its word, and why. */
export function HealthMark({ health }: { health: PixelHealth | undefined }) {
  if (!health) return <>{none}</>;
  return (
    <span className="health-mark">
      <span className="health-level" data-level={health.level}>
        {levelWords[health.level]}
      </span>
      <span className="health-reason">{health.reason}</span>
    </span>
  );
}
