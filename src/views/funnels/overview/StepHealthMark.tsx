import type { StepHealth } from '#contract/funnels/report.ts';
import { none } from '../../kit/format.ts';
import { StateDot } from '../../kit/StateDot.tsx';
import { healthText } from '../common/health-words.ts';

const meanings = { ok: 'good', low: 'warn', silent: 'bad', unknown: null } as const;

/** Whether the events of a step arrive: a colour, and words for what is wrong. */
export function StepHealthMark({ health, zone }: { health: StepHealth | undefined; zone: string }) {
  if (!health) return <>{none}</>;
  return (
    <StateDot
      look={health.state === 'silent' ? 'flow-health flow-silent' : 'flow-health'}
      meaning={meanings[health.state]}
    >
      {healthText(health, zone)}
    </StateDot>
  );
}
