import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { slugSchema } from '#contract/slug.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { withAudit } from '../audit/audit-log.ts';
import { serve } from '../plugins/serve.ts';
import { lockProject } from '../projects/repository.ts';
import { createChangeFunnel, requireCurrent, requireWriter } from './changing.ts';
import type { FunnelDependencies } from './dependencies.ts';
import {
  requireFreeName,
  requireFreeSlug,
  requireSameSlug,
  requireSteps,
  takenSlug,
} from './draft-checks.ts';
import { definitionOf } from './draft-definition.ts';
import { freeFunnelSlug } from './free-names.ts';
import { insertFunnel, purgeFunnels, readFunnels, storeDraft } from './funnel-rows.ts';
import { draftOf } from './new-draft.ts';
import { createReadFunnel } from './reading.ts';
import { requireRegexes } from './regex-fault.ts';

/** The funnels of projects: their drafts. */
export function funnelRoutes(app: FastifyInstance, dependencies: FunnelDependencies): void {
  const { pool, reader, now, idempotent } = dependencies;
  const audited = withAudit(pool, now);
  const read = createReadFunnel(pool, now);
  const change = createChangeFunnel(pool, now);

  serve(app, endpoints.listFunnels, async ({ access, query, reply }) => {
    const { project_id: project, search, status, cursor: before, page_size: limit } = query;
    memberForInput(access, project);
    const asked = { project, search, status, before, limit: limit + 1, now: now() };
    const found = await readFunnels(pool, asked);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    if (found.length > limit && last) reply.header('x-next-cursor', last.id);
    return shown.map(({ published, ...row }) => ({ ...row, is_published: published !== null }));
  });

  serve(app, endpoints.createFunnel, async (call) => {
    const { access, body } = call;
    const { project } = body;
    requireCapability(memberForInput(access, project), 'funnel.write');
    requireSteps(body.steps ?? []);
    await requireRegexes(reader, body);
    return idempotent(call, (keep) =>
      audited(call, async (client, recordAudit) => {
        await lockProject(client, project);
        const slug = await slugOfNew(client, project, body);
        const funnel = await insertFunnel(client, project, draftOf(body, slug), now());
        await keep(client, funnel);
        await recordAudit({ action: 'funnel.created', project, target: funnel.name });
        return funnel;
      }),
    );
  });

  serve(app, endpoints.funnelSlug, async ({ access, query: { project_id: project, slug } }) => {
    memberForInput(access, project);
    const suggestion = await freeFunnelSlug(pool, project, slug);
    const { error } = slugSchema.safeParse(slug);
    const fault = error?.issues[0]?.message ?? null;
    const free = fault === null && suggestion === slug;
    return { free, suggestion, reason: fault ?? (free ? null : takenSlug(slug, suggestion)) };
  });

  serve(app, endpoints.readFunnel, read);

  serve(app, endpoints.changeFunnel, async (call) => {
    const { body } = call;
    requireWriter(call);
    requireSteps(body.steps ?? []);
    await requireRegexes(reader, body);
    return change(call, async ({ client, funnel, record }) => {
      requireCurrent(call, funnel);
      requireSameSlug(funnel, body.slug);
      await purgeFunnels(client, funnel.project, now());
      const { name = funnel.name, slug = funnel.slug } = body;
      await requireFreeName(client, funnel.project, { name, own: funnel.id });
      if (slug !== funnel.slug) await requireFreeSlug(client, funnel.project, slug);
      const idOf = (one: string) => funnel.steps.find((step) => step.slug === one)?.id;
      const draft = {
        ...{ name, slug },
        description: body.description ?? funnel.description,
        count_by: body.count_by ?? funnel.count_by,
        window_minutes: body.window_minutes ?? funnel.window_minutes,
        exclusions: body.exclusions ?? funnel.exclusions,
        targets: body.targets ?? funnel.targets,
        steps: body.steps?.map((step) => ({ ...step, id: idOf(step.slug) })) ?? funnel.steps,
      };
      const changed = await storeDraft(client, funnel, draft, now());
      await record('funnel.changed', { changed: Object.keys(body), name: body.name });
      return changed;
    });
  });

  serve(app, endpoints.duplicateFunnel, async (call) => {
    const { body } = call;
    requireWriter(call);
    return idempotent(call, (keep) =>
      change(call, async ({ client, funnel, record }) => {
        const { project } = funnel;
        const slug = await slugOfNew(client, project, body);
        const { description, targets } = funnel;
        const draft = { ...definitionOf(funnel), name: body.name, slug, description, targets };
        const copy = await insertFunnel(client, project, draft, now());
        await keep(client, copy);
        await record('funnel.created', { copy: copy.name });
        return copy;
      }),
    );
  });

  /** The short name of a new funnel, whose names must be free. */
  async function slugOfNew(client: pg.PoolClient, project: number, { name, slug }: Named) {
    await purgeFunnels(client, project, now());
    await requireFreeName(client, project, { name });
    if (slug !== undefined) await requireFreeSlug(client, project, slug);
    return slug ?? freeFunnelSlug(client, project, name);
  }
}

type Named = { name: string; slug?: string | undefined };
