import type { StepHealth } from '#contract/funnels/report.ts';

/** What members who see only some affiliates may know: the state, but no figures of the events of others. */
export const healthWithoutFigures = (
  health: ReadonlyMap<string, StepHealth>,
): ReadonlyMap<string, StepHealth> =>
  new Map(
    [...health].map(([slug, { state, checked_at }]) => [
      slug,
      { state, since: null, seen: null, expected: null, checked_at },
    ]),
  );
