import type pg from 'pg';
import { storedZone } from '#contract/time-zone.ts';
import type { Select } from '../../analytics/runner/query-runner.ts';
import type { Turn } from '../../jobs/define-job.ts';
import { type PublishedFunnel, readActiveFunnels } from '../published.ts';
import { type Flow, type FlowVerdict, longestWindow, verdictOf } from './flow-verdict.ts';
import { lastEventAt, readStepFlows } from './step-flows.ts';
import { readStoredHealth, type StoredHealth, storeHealth } from './step-health-rows.ts';

export type HealthDependencies = {
  pool: pg.Pool;
  select: Select;
  /** The moment up to which all events are in the warehouse. */
  watermark: () => Promise<Date>;
};

/** Evaluates and stores the health of each step of a project's active funnels, until the signal comes. */
export async function evaluateStepHealth(
  { pool, select, watermark }: HealthDependencies,
  { project: projectId, signal }: Turn,
): Promise<void> {
  const [funnels, timezone, until] = await Promise.all([
    readActiveFunnels(pool, projectId),
    readZone(pool, projectId),
    watermark(),
  ]);
  for (const funnel of funnels) {
    signal.throwIfAborted();
    const stored = await readStoredHealth(pool, funnel.id);
    const found = await evaluateFunnel(select, funnel, { timezone, until, stored });
    await storeHealth(pool, funnel.id, found);
  }
}

async function readZone(pool: pg.Pool, projectId: number): Promise<string> {
  const { rows } = await pool.query<{ timezone: string }>(
    'select timezone from projects where id = $1',
    [projectId],
  );
  return storedZone(rows[0]?.timezone ?? 'UTC');
}

type Evaluated = {
  timezone: string;
  until: Date;
  stored: ReadonlyMap<string, StoredHealth>;
};

async function evaluateFunnel(
  select: Select,
  { projectId: project, published: { definition } }: PublishedFunnel,
  { timezone, until, stored }: Evaluated,
): Promise<StoredHealth[]> {
  const { steps } = definition;
  const hours = 2 * longestWindow;
  const flows = await readStepFlows(select, steps, { project, timezone, until, hours });
  const verdicts = verdictsOf(flows);
  return Promise.all(
    steps.map(async ({ slug, matcher }, index) => {
      const verdict = verdicts[index] ?? verdictOf({ recent: [], weeks: [] });
      const before = stored.get(slug);
      const quietTimes = verdict.isQuiet ? timesOf(before, until) : 0;
      const state = quietTimes >= reportedAfter ? 'silent' : verdict.state;
      const since =
        state === 'silent' ? await lastEventAt(select, matcher, { project, until }) : null;
      const { seen, expected } = verdict;
      return { slug, state, since, seen, expected, checkedAt: until, quietTimes };
    }),
  );
}

/** A silence that only the last window shows is reported when the next evaluation finds it, too. */
const reportedAfter = 2;
/** An evaluation sooner after the last one repeats it, as after a failure or by hand. */
const soonest = 10 * 60_000;

/** How many evaluations in a row found the silence, with this one. */
function timesOf(before: StoredHealth | undefined, until: Date): number {
  if (!before) return 1;
  const { quietTimes, checkedAt } = before;
  const isNext = until.getTime() - checkedAt.getTime() >= soonest;
  return isNext ? quietTimes + 1 : Math.max(quietTimes, 1);
}

/**
 * The verdicts on the steps in their order. Where too few events of a step came, the nearest earlier step that flows as
 * usual shows whether people came at all; if none does, the first step.
 */
function verdictsOf(flows: readonly Flow[]): FlowVerdict[] {
  const verdicts: FlowVerdict[] = [];
  for (const [index, flow] of flows.entries()) {
    const alone = verdictOf(flow);
    const isUsual = !alone.isQuiet && (alone.state === 'ok' || alone.state === 'unknown');
    const healthy = verdicts.findLastIndex(({ state, isQuiet }) => state === 'ok' && !isQuiet);
    const earlier = flows[Math.max(healthy, 0)];
    verdicts.push(isUsual || index === 0 || !earlier ? alone : verdictOf(flow, earlier));
  }
  return verdicts;
}
