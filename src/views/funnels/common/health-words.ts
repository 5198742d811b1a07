import type { FunnelFigures, StepHealth } from '#contract/funnels/report.ts';
import { clock, count, day, dayIn } from '../../kit/format.ts';

export const healthWords: Record<StepHealth['state'], string> = {
  ok: 'Healthy',
  low: 'Low',
  silent: 'Silent',
  unknown: 'Not known',
};

/** Nov 20, 2026, 14:00; on the day of `asOf` only 14:00. */
export function shortMoment(instant: string, zone: string, asOf?: string): string {
  const time = clock(instant, zone).slice(0, 5);
  const on = dayIn(instant, zone);
  return asOf !== undefined && on === dayIn(asOf, zone) ? time : `${day(on)}, ${time}`;
}

/** Why the events of a step cannot be taken for what people did; null if they can. */
export function healthProblem(
  { state, since, seen, expected }: StepHealth,
  zone: string,
  asOf?: string,
): string | null {
  if (state === 'silent') {
    return since === null ? 'silent' : `silent since ${shortMoment(since, zone, asOf)}`;
  }
  if (state !== 'low') return null;
  return seen === null || expected === null
    ? 'far fewer events than usual'
    : `${count(seen)} events instead of about ${count(Math.round(expected))}`;
}

/** “Silent since Nov 20, 2026, 14:00”, “Healthy” */
export function healthText(health: StepHealth, zone: string, asOf?: string): string {
  const problem = healthProblem(health, zone, asOf) ?? healthWords[health.state];
  return problem.charAt(0).toUpperCase() + problem.slice(1);
}

/** “Checkout: silent since Nov 20, 2026, 14:00” */
export function healthReason(health: FunnelFigures['health'][number], zone: string): string {
  const trouble = healthProblem(health, zone);
  if (trouble !== null) return `${health.name}: ${trouble}`;
  if (health.state === 'ok') return 'The events of all steps arrive as usual';
  return health.checked_at === null
    ? 'The events were not checked yet'
    : 'There are too few events to compare with';
}

/** While the events of a step do not arrive, its drop is no loss. */
export const isReliable = ({ health }: { health: StepHealth }): boolean =>
  health.state !== 'silent';
