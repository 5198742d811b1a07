import type { StepHealth } from '#contract/funnels/report.ts';
import { moment, none } from '../../kit/format.ts';
import { healthWords } from '../common/words.ts';

/** Whether the events of a step arrive: a colour, words and since when they do not. */
export function StepHealthMark({ health, zone }: { health: StepHealth | undefined; zone: string }) {
  if (!health) return <>{none}</>;
  return (
    <span className="flow-health" data-state={health.state}>
      {healthWords[health.state]}
      {health.state === 'silent' && health.since ? ` since ${moment(health.since, zone)}` : ''}
    </span>
  );
}
