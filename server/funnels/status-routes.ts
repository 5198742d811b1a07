import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { invalid } from '../platform/refusal.ts';
import { conflict } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { createChangeFunnel, type FunnelCall, requireCurrent, requirePresent } from './changing.ts';
import type { FunnelDependencies } from './dependencies.ts';
import { freeFunnelName } from './free-names.ts';
import { clearOtherDefaults, purgeFunnels, store } from './funnel-rows.ts';
import { addNote } from './note-rows.ts';
import { publish } from './publish.ts';

/** What becomes of a funnel: published, paused, shown on the dashboard, archived. */
export function funnelStatusRoutes(
  app: FastifyInstance,
  { pool, now }: Pick<FunnelDependencies, 'pool' | 'now'>,
): void {
  const change = createChangeFunnel(pool, now);

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
