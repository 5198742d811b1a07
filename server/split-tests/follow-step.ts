import type pg from 'pg';
import type { Alternative, EventFilter } from '#contract/funnels/definition.ts';
import type { Funnel, StoredStep } from '#contract/funnels/schemas.ts';
import type { TestTarget } from '#contract/split-tests/definition.ts';
import { findFunnel, storeDraft } from '../funnels/funnel-rows.ts';
import { publish } from '../funnels/publish.ts';
import { stepIn, withStep } from '../funnels/step-changes.ts';
import { invalid } from '../platform/refusal.ts';

type At = { project: number; by: number | null; now: Date };

/** What a funnel's step was before its page became the winner's. */
export type StepBefore = { step: StoredStep; versionAfter: number };

type Followed = { target: TestTarget; url: string; withMatcher: boolean };

/** Makes an address the page of a step, and of the conditions of its matcher that name the page before. */
export async function followStep(
  client: pg.PoolClient,
  { target, url, withMatcher }: Followed,
  at: At,
): Promise<StepBefore> {
  const { funnel, step } = await openStep(client, target, at);
  if (funnel.has_changes) {
    throw invalid(
      'with_step',
      'The funnel has changes that are not published. Publish or undo them first.',
    );
  }
  const matcher = withMatcher ? matcherAt(step, url) : step.matcher;
  const followed = { ...step, page_url: url, matcher };
  const stored = await putStep(client, funnel, step, followed, at);
  return { step, versionAfter: stored.version };
}

/** Puts a step back to what it was; refused where the funnel was changed since. */
export async function returnStep(
  client: pg.PoolClient,
  target: TestTarget,
  before: StepBefore,
  at: At,
): Promise<void> {
  const { funnel, step } = await openStep(client, target, at);
  if (funnel.version !== before.versionAfter) {
    throw invalid('with_step', 'The funnel was changed since. Change the page of its step there.');
  }
  await putStep(client, funnel, step, { ...before.step, version: step.version }, at);
}

async function openStep(client: pg.PoolClient, target: TestTarget, { project, now }: At) {
  const funnel = await findFunnel(client, { project, slug: target.funnel, now });
  const step = funnel && stepIn(funnel, target.step);
  if (!funnel || !step || funnel.status === 'archived') {
    throw invalid('with_step', 'The funnel or its step is gone. Ship without it.');
  }
  return { funnel, step };
}

async function putStep(
  client: pg.PoolClient,
  funnel: Funnel,
  before: StoredStep,
  step: StoredStep,
  { by, now }: At,
): Promise<Funnel> {
  const stored = await storeDraft(client, funnel, withStep(funnel, before, step), now);
  return funnel.published ? publish(client, stored, { by, now }) : stored;
}

function matcherAt({ matcher, page_url: before }: StoredStep, url: string) {
  const any = matcher.any.map(
    (one: Alternative): Alternative => ({
      ...one,
      filters: one.filters.map((filter) => filterAt(filter, before, url)),
    }),
  );
  return { any };
}

/** A condition on the path or host of the page before, turned to the new page; any other one stays. */
function filterAt(filter: EventFilter, before: string | null, url: string): EventFilter {
  if (before === null || filter.operator !== 'equals') return filter;
  const [old, next] = [new URL(before), new URL(url)];
  if (filter.property === 'path' && filter.value === old.pathname) {
    return { ...filter, value: next.pathname };
  }
  if (filter.property === 'host' && filter.value === old.hostname) {
    return { ...filter, value: next.hostname };
  }
  return filter;
}
