import type { StepHealth } from '#contract/funnels/report.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

/** The health of the steps of a funnel by their slugs. */
export type HealthOf = (funnelId: string) => Promise<ReadonlyMap<string, StepHealth>>;

/** The health of a step that was never evaluated. */
const unknown: StepHealth = {
  state: 'unknown',
  since: null,
  seen: null,
  expected: null,
  checked_at: null,
};

/**
 * The health of each step as the caller may read it. It is that of the whole project, so members who see only some
 * affiliates learn the state, but nothing of the events of others.
 */
export async function readableHealth(
  healthOf: HealthOf,
  { funnel, scope }: Pick<RequestedFunnel, 'funnel' | 'scope'>,
): Promise<(slug: string) => StepHealth> {
  const found = await healthOf(funnel.id);
  return (slug) => {
    const health = found.get(slug) ?? unknown;
    if (scope.visibleAffids === null) return health;
    return { ...health, since: null, seen: null, expected: null };
  };
}
