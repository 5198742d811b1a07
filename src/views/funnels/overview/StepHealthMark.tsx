import type { StepHealth } from '#contract/funnels/report.ts';
import { none } from '../../kit/format.ts';
import { healthText } from '../common/health-words.ts';

/** Whether the events of a step arrive: a colour, and words for what is wrong. */
export function StepHealthMark({ health, zone }: { health: StepHealth | undefined; zone: string }) {
  if (!health) return <>{none}</>;
  return (
    <span className="flow-health" data-state={health.state}>
      {healthText(health, zone)}
    </span>
  );
}
