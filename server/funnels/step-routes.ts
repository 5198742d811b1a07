import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { Funnel, StoredStep } from '#contract/funnels/schemas.ts';
import { notFound } from '../platform/refusal.ts';
import { conflict, expectedVersion, requireVersion } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import {
  createChangeFunnel,
  type FunnelCall,
  requireCurrent,
  requirePresent,
  requireWriter,
} from './changing.ts';
import type { FunnelDependencies } from './dependencies.ts';
import { requireSameStepSlug, requireSteps } from './draft-checks.ts';
import { storeDraft } from './funnel-rows.ts';
import { createReadFunnel } from './reading.ts';
import { requireRegexes } from './regex-fault.ts';
import { requireOther, stepIn, stepsInOrder, withStep } from './step-changes.ts';
import { findRemovedStep } from './step-rows.ts';

/** The steps of a funnel's draft, one by one. */
export function funnelStepRoutes(app: FastifyInstance, dependencies: FunnelDependencies): void {
  const { pool, reader, now, idempotent } = dependencies;
  const read = createReadFunnel(pool, now);
  const change = createChangeFunnel(pool, now);

  serve(app, endpoints.listFunnelSteps, async (call) => (await read(call)).steps);

  serve(app, endpoints.readFunnelStep, async (call) => {
    const step = stepIn(await read(call), call.params.child_slug);
    if (!step) throw notFound();
    return step;
  });

  serve(app, endpoints.addFunnelStep, async (call) => {
    const { body } = call;
    requireWriter(call);
    await requireRegexes(reader, body);
    return idempotent(call, (keep) =>
      change(call, async ({ client, funnel, record }) => {
        requireCurrent(call, funnel);
        requireOther(funnel, body.slug);
        const steps = [...funnel.steps, body];
        requireSteps(steps);
        const changed = await storeDraft(client, funnel, { ...funnel, steps }, now());
        await keep(client, changed);
        await record('funnel.step-added', { step: body.name });
        return changed;
      }),
    );
  });

  serve(app, endpoints.orderFunnelSteps, (call) =>
    change(call, async ({ client, funnel, record }) => {
      requireCurrent(call, funnel);
      const { order } = call.body;
      const steps = stepsInOrder(funnel, order);
      const changed = await storeDraft(client, funnel, { ...funnel, steps }, now());
      await record('funnel.steps-ordered', { order });
      return changed;
    }),
  );

  serve(app, endpoints.changeFunnelStep, async (call) => {
    const { body, params } = call;
    requireWriter(call);
    await requireRegexes(reader, body);
    return change(call, async ({ client, funnel, record }) => {
      requirePresent(funnel);
      const before = stepIn(funnel, params.child_slug);
      if (!before) throw await missingStep(client, funnel, call);
      requireVersion(call.request, before);
      requireSameStepSlug(funnel, before.slug, body.slug);
      const step: StoredStep = { ...before, ...Object.fromEntries(Object.entries(body)) };
      if (step.slug !== before.slug) requireOther(funnel, step.slug);
      const draft = withStep(funnel, before, step);
      const changed = await storeDraft(client, funnel, draft, now());
      await record('funnel.step-changed', { step: step.name, changed: Object.keys(body) });
      return changed;
    });
  });

  serve(app, endpoints.removeFunnelStep, (call) =>
    change(call, async ({ client, funnel, record }) => {
      requirePresent(funnel);
      const { child_slug: slug } = call.params;
      const step = stepIn(funnel, slug);
      if (!step) {
        if (!(await removedStep(client, funnel, slug))) throw notFound();
        return funnel;
      }
      requireVersion(call.request, step);
      const steps = funnel.steps.filter((one) => one !== step);
      const changed = await storeDraft(client, funnel, { ...funnel, steps }, now());
      await record('funnel.step-removed', { step: step.name });
      return changed;
    }),
  );

  serve(app, endpoints.restoreFunnelStep, (call) =>
    change(call, async ({ client, funnel, record }) => {
      requirePresent(funnel);
      const { child_slug: slug } = call.params;
      const removed = await removedStep(client, funnel, slug);
      if (!removed) {
        if (stepIn(funnel, slug)) return funnel;
        throw notFound();
      }
      requireOther(funnel, slug);
      const steps = funnel.steps.toSpliced(removed.position, 0, removed.step);
      requireSteps(steps);
      const before = { ...funnel, steps: [...funnel.steps, removed.step] };
      const changed = await storeDraft(client, before, { ...funnel, steps }, now());
      await record('funnel.step-restored', { step: removed.step.name });
      return changed;
    }),
  );

  const removedStep = (client: pg.PoolClient, { id }: Funnel, slug: string) =>
    findRemovedStep(client, { funnelId: id, slug, now: now() });

  /** Who edits a step that somebody else removed is told, and can put it back. */
  async function missingStep(client: pg.PoolClient, funnel: Funnel, call: StepCall) {
    const { request, params } = call;
    if (expectedVersion(request) === null) return notFound();
    const removed = await removedStep(client, funnel, params.child_slug);
    if (!removed) return notFound();
    return conflict(`“${removed.step.name}” was removed meanwhile. Restore it first.`, null);
  }
}

type StepCall = FunnelCall & { params: { child_slug: string } };
