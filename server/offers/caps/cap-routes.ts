import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { restorableSince } from '../../funnels/restorable-since.ts';
import { notFound } from '../../platform/refusal.ts';
import { requireVersion } from '../../plugins/if-match.ts';
import { serve } from '../../plugins/serve.ts';
import { createChangeOffer } from '../changing.ts';
import type { OfferDependencies } from '../dependencies.ts';
import { seesCap } from '../offer-reader.ts';
import { seenOffer } from '../reading.ts';
import { readCaps, shown } from './cap-answers.ts';
import { addCap, detailsOf, knownCap, presentCap, requireWhole, storeCap } from './cap-changes.ts';

/** The caps of an offer, and how full they are. */
export function offerCapRoutes(app: FastifyInstance, dependencies: OfferDependencies): void {
  const { pool, now, capsOf, idempotent, recount } = dependencies;
  const change = createChangeOffer(dependencies);

  serve(app, endpoints.listOfferCaps, async ({ access, params }) => {
    const { row, reader } = await seenOffer(pool, access, params.id);
    const caps = await readCaps(pool, row.id, reader.affiliates?.map(({ id }) => id) ?? null);
    return caps.filter((cap) => seesCap(reader, cap));
  });

  serve(app, endpoints.readCapStatus, async ({ access, params }) => {
    const { row, reader } = await seenOffer(pool, access, params.id);
    const caps = (await capsOf(pool, [row], reader)).get(row.id) ?? [];
    return caps.filter((cap) => seesCap(reader, cap));
  });

  serve(app, endpoints.addOfferCap, async (call) =>
    idempotent(call, async (keep) => {
      const added = await change(call, 'offer.terms', async (opened) => {
        const cap = await addCap(opened, call.body, now());
        await opened.record('offer.cap-added', detailsOf(cap));
        await keep(opened.client, cap);
        return { cap, row: opened.row };
      });
      await recount(added.row.projectId, added.row.offerId);
      return added.cap;
    }),
  );

  serve(app, endpoints.changeOfferCap, async (call) => {
    const { limit, soft_pct: softPct, policy, counts_statuses: countsStatuses } = call.body;
    const changed = await change(call, 'offer.terms', async (opened) => {
      const before = await presentCap(opened, call.params.cap_id);
      requireVersion(call.request, before);
      if (limit !== undefined) requireWhole(before, limit);
      const columns = { most: limit, softPct, policy, countsStatuses };
      const cap = await storeCap(opened, before, columns);
      await opened.record('offer.cap-changed', {
        before: detailsOf(before),
        after: detailsOf(cap),
      });
      return { cap, row: opened.row };
    });
    await recount(changed.row.projectId, changed.row.offerId);
    return changed.cap;
  });

  serve(app, endpoints.removeOfferCap, (call) =>
    change(call, 'offer.terms', async (opened) => {
      const done = 'The cap was removed. It can be restored for 30 days.';
      const before = await knownCap(opened, call.params.cap_id);
      if (before.removed_at !== null) return done;
      requireVersion(call.request, before);
      await storeCap(opened, before, { removedAt: now() });
      await opened.record('offer.cap-removed', detailsOf(before));
      return done;
    }),
  );

  serve(app, endpoints.restoreOfferCap, async (call) => {
    const restored = await change(call, 'offer.terms', async (opened) => {
      const before = await knownCap(opened, call.params.cap_id);
      if (before.removed_at === null) return { cap: shown(before), row: opened.row };
      if (before.removed_at <= restorableSince(now())) throw notFound();
      const cap = await storeCap(opened, before, { removedAt: null });
      await opened.record('offer.cap-restored', detailsOf(cap));
      return { cap, row: opened.row };
    });
    await recount(restored.row.projectId, restored.row.offerId);
    return restored.cap;
  });
}
