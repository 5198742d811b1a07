import type { Preflight } from '#contract/split-tests/planning.ts';
import type { SplitTestDependencies } from '../dependencies.ts';
import { goalEventOf } from '../goal-event.ts';
import { rivalOf } from '../same-target.ts';
import type { StoredTest } from '../test-rows.ts';
import { baselineOf } from './start-facts.ts';

/** Looks at everything that would spoil a test. A warning does not keep it from starting, a failure does. */
export async function checkTest(
  dependencies: SplitTestDependencies,
  { row }: StoredTest,
): Promise<Preflight> {
  const { pool, checkDestination } = dependencies;
  const found: Preflight = [];
  for (const { key, url } of row.variants) {
    if (url === null) continue;
    const problem = await checkDestination(url);
    found.push({
      check: 'addresses',
      state: problem === null ? 'pass' : 'warn',
      detail: problem ?? 'The page answers.',
      variant: key,
    });
  }
  const { recentGoals } = await baselineOf(dependencies, row);
  const { event } = await goalEventOf(pool, row.projectId, row.goal.event);
  found.push({
    check: 'goal_events',
    state: recentGoals > 0 ? 'pass' : 'warn',
    detail:
      recentGoals > 0
        ? `“${event}” came ${recentGoals.toLocaleString('en')} times in the last 7 days.`
        : `“${event}” did not come in the last 7 days. Check that it is reported, or type the name of the test to start all the same.`,
    variant: null,
  });
  const rival = await rivalOf(pool, row);
  found.push({
    check: 'same_target',
    state: rival === null ? 'pass' : 'fail',
    detail:
      rival === null
        ? 'No other running test is about the same.'
        : `“${rival}” runs about the same. Stop it first, or choose other variants.`,
    variant: null,
  });
  return row.kind === 'offer' ? [...found, ...(await offersOf(dependencies, row.variants))] : found;
}

type Variants = StoredTest['row']['variants'];

/** Offers that take no clicks would send every visitor to their fallback. */
async function offersOf({ pool }: SplitTestDependencies, variants: Variants): Promise<Preflight> {
  const { rows } = await pool.query<{ id: number; name: string; status: string }>(
    'select id, name, status from offers where id = any($1)',
    [variants.flatMap(({ offer }) => offer ?? [])],
  );
  return variants.map(({ key, offer }): Preflight[number] => {
    const found = rows.find(({ id }) => id === offer);
    const isOpen = found?.status === 'active';
    return {
      check: 'offers',
      state: isOpen ? 'pass' : 'fail',
      detail: isOpen
        ? `${found.name} is active.`
        : `${found?.name ?? 'The offer'} is not active. Activate it, or choose another offer.`,
      variant: key,
    };
  });
}
