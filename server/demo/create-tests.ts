import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import type { TestVariant } from '#contract/split-tests/definition.ts';
import { orm } from '../database/orm.ts';
import { splitTestPhases, splitTests } from '../database/schema/split-tests.ts';
import { ulid } from '../platform/ulid.ts';
import type { DemoProject } from './company.ts';
import { createRandom } from './random.ts';
import { type TestPlan, testPlans } from './test-plans.ts';
import { timesOf } from './test-times.ts';
import { evenWeights, testSeed } from './test-traffic.ts';
import type { World } from './world.ts';

type Setting = { id: number; project: DemoProject; world: World };

/** Creates the missing split tests of a shop; they run from the moments on at which its traffic was split. */
export async function createTests(
  client: pg.PoolClient,
  { id: projectId, project, world }: Setting,
): Promise<void> {
  if (!project.hasLandingPages) return;
  for (const plan of testPlans) {
    const { startedAt } = timesOf(plan, project, world);
    const [known] = await orm(client)
      .select({ id: splitTests.id })
      .from(splitTests)
      .where(and(eq(splitTests.projectId, projectId), eq(splitTests.slug, plan.slug)));
    if (known) continue;
    const row = {
      ...columnsOf(plan, project, world),
      id: idOf(plan, startedAt, world),
      projectId,
      startedAt,
    };
    await orm(client).insert(splitTests).values(row);
    await orm(client)
      .insert(splitTestPhases)
      .values({
        testId: row.id,
        n: 1,
        startedAt,
        weights: Object.fromEntries(evenWeights.map(({ key, weightBp }) => [key, weightBp])),
        trafficPct: 100,
        reason: 'The test started.',
      });
  }
}

/** The same in every demo of a seed, like the events that name it. */
const idOf = ({ slug }: TestPlan, startedAt: Date, { seed }: World): string =>
  ulid(startedAt, createRandom('split-test-id', seed, slug).hex(20));

function columnsOf(plan: TestPlan, project: DemoProject, world: World) {
  const { startedAt } = timesOf(plan, project, world);
  return {
    slug: plan.slug,
    name: plan.name,
    hypothesis: plan.hypothesis,
    kind: plan.kind,
    unit: 'visitor',
    status: 'running',
    target: plan.target ?? null,
    goal: { ...plan.goal, direction: 'up' },
    guardrails: plan.guardrails.map((one) => ({ ...one, direction: 'up' as const })),
    variants: variantsOf(plan, project),
    mdeRel: 0.1,
    alpha: 0.05,
    minRuntimeDays: 7,
    maxRuntimeDays: plan.maxRuntimeDays,
    minConversions: 25,
    trafficPct: 100,
    seed: testSeed(world, plan),
    previewToken: createRandom('preview', world.seed, plan.slug).hex(16),
    plannedUnits: plan.plannedUnits,
    version: 1,
    createdAt: startedAt,
    updatedAt: startedAt,
  } as const;
}

function variantsOf({ path, page, control, treatment }: TestPlan, { url }: DemoProject) {
  const address = url + (page ?? path);
  const [A, B] = evenWeights.map(({ key, weightBp }) => ({
    key,
    weight_bp: weightBp,
    offer: null,
  }));
  const variants: TestVariant[] = [];
  if (A) variants.push({ ...A, name: control, is_control: true, url: address });
  if (B) {
    const { name, query } = treatment;
    variants.push({ ...B, name, is_control: false, url: `${address}?${query}` });
  }
  return variants;
}
