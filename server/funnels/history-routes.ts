import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { isAllowed, memberOf } from '../access/require-capability.ts';
import { notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { createChangeFunnel, requirePresent, requireWriter } from './changing.ts';
import type { FunnelDependencies } from './dependencies.ts';
import { addNote, readNotes, removeNote } from './note-rows.ts';
import { createReadFunnel } from './reading.ts';
import { readVersions } from './version-rows.ts';

/** What was published of a funnel and when, and what people and the product noted about it. */
export function funnelHistoryRoutes(
  app: FastifyInstance,
  { pool, now, idempotent }: Omit<FunnelDependencies, 'reader'>,
): void {
  const read = createReadFunnel(pool, now);
  const change = createChangeFunnel(pool, now);

  serve(app, endpoints.listFunnelVersions, async (call) => {
    const { id } = await read(call);
    const seesMembers = isAllowed(memberOf(call.access, call.query.project_id), 'members.see');
    return (await readVersions(pool, id)).map(({ version, definition, at, by }) => ({
      version,
      published_at: at.toISOString(),
      published_by: seesMembers ? by || null : null,
      definition,
    }));
  });

  serve(app, endpoints.listFunnelAnnotations, async (call) =>
    readNotes(pool, (await read(call)).id),
  );

  serve(app, endpoints.addFunnelAnnotation, async (call) => {
    const { body } = call;
    requireWriter(call);
    return idempotent(call, (keep) =>
      change(call, async ({ client, funnel, record }) => {
        requirePresent(funnel);
        const entered = { at: body.at, text: body.text, auto: false, now: now() };
        const note = await addNote(client, funnel.id, entered);
        await keep(client, note);
        await record('funnel.note-added', { text: body.text });
        return note;
      }),
    );
  });

  serve(app, endpoints.removeFunnelAnnotation, (call) =>
    change(call, async ({ client, funnel, record }) => {
      const { id } = call.params;
      const removed = await removeNote(client, funnel.id, { id, now: now() });
      if (!removed) throw notFound();
      if (removed.isRemovedNow) await record('funnel.note-removed', { text: removed.text });
      return 'The note was removed.';
    }),
  );
}
