import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { slugSchema } from '#contract/funnels/slug.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { withAudit } from '../audit/audit-log.ts';
import { invalid } from '../platform/refusal.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { conflict } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { lockProject } from '../projects/repository.ts';
import {
  createChangeFunnel,
  type FunnelCall,
  requireCurrent,
  requirePresent,
  requireWriter,
} from './changing.ts';
import {
  requireFreeName,
  requireFreeSlug,
  requireSameSlug,
  requireSteps,
  takenSlug,
} from './draft-checks.ts';
import { definitionOf } from './draft-definition.ts';
import { freeFunnelName, freeFunnelSlug } from './free-names.ts';
import {
  clearOtherDefaults,
  insertFunnel,
  purgeFunnels,
  readFunnels,
  store,
  storeDraft,
} from './funnel-rows.ts';
import { draftOf } from './new-draft.ts';
import { addNote } from './note-rows.ts';
import { publish } from './publish.ts';
import { createReadFunnel } from './reading.ts';
import { requireRegexes } from './regex-fault.ts';

export type FunnelDependencies = {
  pool: pg.Pool;
  /** The read-only client of the warehouse. */
  reader: ClickHouseClient;
  now: () => Date;
  idempotent: Idempotent;
};

/** The funnels of projects: their drafts, and what of them is published. */
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
        await purgeFunnels(client, project, now());
        await requireFreeName(client, project, { name: body.name });
        if (body.slug !== undefined) await requireFreeSlug(client, project, body.slug);
        const slug = body.slug ?? (await freeFunnelSlug(client, project, body.name));
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

  serve(app, endpoints.archiveFunnel, (call) =>
    change(call, async ({ client, funnel, record }) => {
      const done = 'The funnel was archived. It can be restored for 30 days.';
      if (funnel.status === 'archived') return done;
      requireCurrent(call, funnel);
      await purgeFunnels(client, funnel.project, now());
      await store(client, funnel, { archivedAt: now() }, now());
      await record('funnel.archived');
      return done;
    }),
  );

  serve(app, endpoints.restoreFunnel, (call) =>
    change(call, async ({ client, funnel, record }) => {
      if (funnel.status !== 'archived') return funnel;
      // Another funnel may have got its name meanwhile.
      const name = await freeFunnelName(client, funnel.project, funnel.name);
      const restored = await store(client, funnel, { name, archivedAt: null }, now());
      await record('funnel.restored', name === funnel.name ? {} : { name });
      return restored;
    }),
  );

  serve(app, endpoints.publishFunnel, (call) =>
    change(call, async ({ client, funnel, record }) => {
      requireCurrent(call, funnel);
      const published = await publish(client, funnel, { by: call.access.userId, now: now() });
      const { version } = published.published ?? {};
      if (published !== funnel) await record('funnel.published', { version });
      return published;
    }),
  );

  serve(app, endpoints.pauseFunnel, switching({ status: 'paused', done: 'paused' }));
  serve(app, endpoints.resumeFunnel, switching({ status: 'active', done: 'resumed' }));

  serve(app, endpoints.duplicateFunnel, async (call) => {
    const { body } = call;
    requireWriter(call);
    return idempotent(call, (keep) =>
      change(call, async ({ client, funnel, record }) => {
        const { project } = funnel;
        await purgeFunnels(client, project, now());
        await requireFreeName(client, project, { name: body.name });
        if (body.slug !== undefined) await requireFreeSlug(client, project, body.slug);
        const slug = body.slug ?? (await freeFunnelSlug(client, project, body.name));
        const { description, targets } = funnel;
        const draft = { ...definitionOf(funnel), name: body.name, slug, description, targets };
        const copy = await insertFunnel(client, project, draft, now());
        await keep(client, copy);
        await record('funnel.created', { copy: copy.name });
        return copy;
      }),
    );
  });

  serve(app, endpoints.setDefaultFunnel, (call) =>
    change(call, async ({ client, funnel, record }) => {
      const { is_default: isDefault } = call.body;
      requireCurrent(call, funnel);
      if (isDefault === funnel.is_default) return funnel;
      if (isDefault && !funnel.published) throw invalid('is_default', 'Publish this funnel first.');
      if (isDefault) await clearOtherDefaults(client, funnel);
      const changed = await store(client, funnel, { isDefault }, now());
      await record('funnel.default-set', { is_default: isDefault });
      return changed;
    }),
  );

  /** Pauses or resumes a published funnel, and notes it in its history. */
  function switching({ status, done }: Switch) {
    return (call: FunnelCall) =>
      change(call, async ({ client, funnel, record }) => {
        requirePresent(funnel);
        if (funnel.status === status) return funnel;
        requireCurrent(call, funnel);
        if (funnel.status === 'draft') throw conflict('Publish this funnel first.', funnel);
        const changed = await store(client, funnel, { status }, now());
        const text = `The funnel was ${done}.`;
        await addNote(client, funnel.id, { at: now(), auto: true, now: now(), text });
        await record(`funnel.${done}`);
        return changed;
      });
  }
}

type Switch = { status: 'active' | 'paused'; done: 'resumed' | 'paused' };
