import type { PixelHealth } from '#contract/event-pixels/health.ts';
import { none } from '../kit/format.ts';
import { StateDot } from '../kit/StateDot.tsx';
import { levelWords } from './words.ts';

const meanings = { green: 'good', amber: 'warn', red: 'bad', grey: null } as const;

/** The health of a pixel: a colour, a word and the reason. */
export function HealthMark({ health }: { health: PixelHealth | undefined }) {
  if (!health) return <>{none}</>;
  return (
    <span className="health-mark">
      <StateDot look="health-level" meaning={meanings[health.level]}>
        {levelWords[health.level]}
      </StateDot>
      <span className="health-reason">{health.reason}</span>
    </span>
  );
}
