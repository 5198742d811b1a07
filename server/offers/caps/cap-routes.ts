import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { Cap } from '#contract/offers/caps.ts';
import { orm } from '../../database/orm.ts';
import { offerCaps } from '../../database/schema/offers.ts';
import { restorableSince } from '../../funnels/restorable-since.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import { requireVersion } from '../../plugins/if-match.ts';
import { serve } from '../../plugins/serve.ts';
import { createChangeOffer, type OpenedOffer } from '../changing.ts';
import type { OfferDependencies } from '../dependencies.ts';
import { seenOffer } from '../reading.ts';
import { codeOf } from '../terms-checks.ts';
import { findCap, readCaps, type StoredCap, shown } from './cap-answers.ts';

export type CapDependencies = Pick<OfferDependencies, 'pool' | 'now' | 'capsOf' | 'idempotent'> & {
  /** Counts the caps of an offer after one was added or changed. */
  recount: (project: number, offerId: string) => Promise<void>;
};

const most = 100;

/** The caps of an offer, and how full they are. */
export function offerCapRoutes(app: FastifyInstance, dependencies: CapDependencies): void {
  const { pool, now, capsOf, idempotent, recount } = dependencies;
  const change = createChangeOffer(dependencies);

  serve(app, endpoints.listOfferCaps, async ({ access, params }) => {
    const { row, reader } = await seenOffer(pool, access, params.id);
    return readCaps(pool, row.id, reader.affiliates?.map(({ id }) => id) ?? null);
  });

  serve(app, endpoints.readCapStatus, async ({ access, params }) => {
    const { row, reader } = await seenOffer(pool, access, params.id);
    return (await capsOf(pool, [row], reader)).get(row.id) ?? [];
  });

  serve(app, endpoints.addOfferCap, async (call) =>
    idempotent(call, async (keep) => {
      const added = await change(call, 'offer.terms', async (opened) => {
        const cap = await add(opened, call.body, now());
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
      const cap = await store(opened, before, columns);
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
      await store(opened, before, { removedAt: now() });
      await opened.record('offer.cap-removed', detailsOf(before));
      return done;
    }),
  );

  serve(app, endpoints.restoreOfferCap, async (call) => {
    const restored = await change(call, 'offer.terms', async (opened) => {
      const before = await knownCap(opened, call.params.cap_id);
      if (before.removed_at === null) return { cap: shown(before), row: opened.row };
      if (before.removed_at <= restorableSince(now())) throw notFound();
      const cap = await store(opened, before, { removedAt: null });
      await opened.record('offer.cap-restored', detailsOf(cap));
      return { cap, row: opened.row };
    });
    await recount(restored.row.projectId, restored.row.offerId);
    return restored.cap;
  });
}

type NewColumns = {
  metric: Cap['metric'];
  interval: Cap['interval'];
  limit: string;
  affiliate: number | null;
  counts_statuses: string[];
  soft_pct: number;
  policy: Cap['policy'];
};

async function add({ client, row }: OpenedOffer, cap: NewColumns, now: Date): Promise<Cap> {
  const { affiliate } = cap;
  if (affiliate !== null && (await codeOf(client, row.projectId, affiliate)) === null) {
    throw invalid('affiliate', 'This project has no such affiliate.');
  }
  const present = await readCaps(client, row.id, null);
  if (present.length >= most) throw invalid('limit', `An offer has at most ${most} caps.`);
  const same = ({ metric, interval, affiliate: of }: Cap) =>
    metric === cap.metric && interval === cap.interval && of === affiliate;
  if (present.some(same)) {
    throw invalid('interval', 'There is already such a cap: change its limit.');
  }
  const [added] = await orm(client)
    .insert(offerCaps)
    .values({
      offerId: row.id,
      metric: cap.metric,
      period: cap.interval,
      most: cap.limit,
      affiliateId: affiliate,
      countsStatuses: cap.counts_statuses,
      softPct: cap.soft_pct,
      policy: cap.policy,
      createdAt: now,
    })
    .returning({ id: offerCaps.id });
  return shown(await knownIn(client, row.id, added?.id ?? 0));
}

async function store(
  { client, row }: OpenedOffer,
  { id }: StoredCap,
  columns: PgUpdateSetSource<typeof offerCaps>,
): Promise<Cap> {
  await orm(client)
    .update(offerCaps)
    .set({ ...columns, version: sql`${offerCaps.version} + 1` })
    .where(eq(offerCaps.id, id));
  return shown(await knownIn(client, row.id, id));
}

async function knownIn(client: pg.PoolClient, offer: number, id: number): Promise<StoredCap> {
  const cap = await findCap(client, offer, id);
  if (!cap) throw notFound();
  return cap;
}

const knownCap = ({ client, row }: OpenedOffer, id: number) => knownIn(client, row.id, id);

async function presentCap(opened: OpenedOffer, id: number): Promise<StoredCap> {
  const cap = await knownCap(opened, id);
  if (cap.removed_at !== null) throw notFound();
  return cap;
}

function requireWhole({ metric }: Cap, limit: string): void {
  const isMoney = metric === 'revenue' || metric === 'payout';
  if (!isMoney && !/^\d+(\.0+)?$/.test(limit)) throw invalid('limit', 'Enter a whole number.');
}

const detailsOf = ({
  id,
  metric,
  interval,
  limit,
  affid,
  policy,
  soft_pct,
  counts_statuses,
}: Cap) => ({
  ...{ cap: id, metric, interval, limit, affid, policy, soft_pct, counts_statuses },
});
