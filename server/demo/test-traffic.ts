import { variantOf } from '../split-clicks/assign.ts';
import type { DemoProject } from './company.ts';
import type { DemoEvent } from './event.ts';
import { createRandom } from './random.ts';
import { type TestPlan, testPlans } from './test-plans.ts';
import { timesOf } from './test-times.ts';
import type { World } from './world.ts';

const SECOND = 1_000;

/** The seed that decides about the visitors of a test, the same in every demo of a seed. */
export const testSeed = ({ seed }: Pick<World, 'seed'>, { slug }: TestPlan): string =>
  createRandom('split-test', seed, slug).hex(16);

export const evenWeights = [
  { key: 'A', weightBp: 5_000 },
  { key: 'B', weightBp: 5_000 },
] as const;

/**
 * What split tests add to the events of visitors: that a variant was shown, and what it made some of them do. All other
 * events are the same with and without the tests.
 */
export function splitTraffic(
  events: readonly DemoEvent[],
  project: DemoProject,
  world: World,
): DemoEvent[] {
  if (!project.hasLandingPages) return [];
  const looked = new Set(
    events.flatMap(({ event_name, visitor_id }) =>
      event_name === 'view_content' && visitor_id ? [visitor_id] : [],
    ),
  );
  return testPlans.flatMap((plan) => {
    const { startedAt, endedAt } = timesOf(plan, project, world);
    const until = endedAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const split = { seed: testSeed(world, plan), trafficPct: 100, weights: evenWeights };
    const place = project.url + plan.path;
    return events.flatMap((event) => {
      const { event_name, event_time, url = '', visitor_id } = event;
      if (event_name !== 'page_view' || !visitor_id || !url.startsWith(place)) return [];
      if (event_time < startedAt.getTime() || event_time >= until) return [];
      const variant = variantOf(visitor_id, split);
      return variant === null ? [] : shown(event, { plan, variant, looked });
    });
  });
}

type Shown = { plan: TestPlan; variant: string; looked: ReadonlySet<string> };

function shown(view: DemoEvent, { plan, variant, looked }: Shown): DemoEvent[] {
  const random = createRandom('split-test', plan.slug, view.visitor_id ?? '');
  const isTreated = variant !== 'A';
  if (isTreated && random.happens(plan.loses ?? 0)) return [];
  const { url: _, source: __, ...visit } = view;
  const exposure = {
    ...visit,
    event_name: 'experiment_exposure',
    delivery_id: `${view.delivery_id}-${plan.slug}`,
    shown: { test: plan.slug, variant },
  };
  if (!isTreated || looked.has(view.visitor_id ?? '') || !random.happens(plan.persuades ?? 0)) {
    return [exposure];
  }
  const event_time = Math.round(view.event_time + random.skewed(50 * SECOND, 0.6));
  const delivery_id = `${view.delivery_id}-${plan.slug}-product`;
  return [
    exposure,
    { ...view, event_name: 'view_content', event_time, delivery_id, url: undefined },
  ];
}
