import type pg from 'pg';
import type { TestPins } from '../warehouse/rows.ts';
import type { DemoCost, DemoEvent } from './event.ts';

type Phase = { slug: string; id: string; n: number; startedAt: Date; endedAt: Date | null };

/** Finds the pins of an exposure; null where its test did not run then, because a user paused or deleted it. */
export type PinsOf = (event: Pick<DemoEvent, 'shown' | 'event_time'>) => TestPins | null;

/** The tests of a project as they ran. */
export async function readPins(pool: pg.Pool, project: number): Promise<PinsOf> {
  const { rows } = await pool.query<Phase>(
    `select test.slug, test.id, phase.n, phase.started_at as "startedAt", phase.ended_at as "endedAt"
     from split_tests test join split_test_phases phase on phase.test_id = test.id
     where test.project_id = $1`,
    [project],
  );
  return ({ shown, event_time }) => {
    if (!shown) return null;
    const phase = rows.find(
      ({ slug, startedAt, endedAt }) =>
        slug === shown.test &&
        startedAt.getTime() <= event_time &&
        (endedAt === null || event_time < endedAt.getTime()),
    );
    return phase ? { test_id: phase.id, test_variant: shown.variant, test_phase: phase.n } : null;
  };
}

export const isExposure = (event: DemoEvent | DemoCost): event is DemoEvent => 'shown' in event;

/** What is sent of an event; the variant is pinned to it afterwards. */
export function asReported(event: DemoEvent | DemoCost): DemoEvent | DemoCost {
  if (!isExposure(event)) return event;
  const { shown: _, ...reported } = event;
  return reported;
}
