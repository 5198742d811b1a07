import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { AccessState, OfferAccess } from '#contract/offers/access.ts';
import { isAllowed, requireCapability } from '../access/require-capability.ts';
import { findAffiliate } from '../affiliates/repository.ts';
import { forbidden, invalid, notFound } from '../platform/refusal.ts';
import { conflict, requireVersion } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { readAccess, restoreEarlier, storeDecision, storeRequest } from './access-rows.ts';
import { createChangeOffer, type OpenedOffer } from './changing.ts';
import type { OfferDependencies } from './dependencies.ts';
import { seenOffer } from './reading.ts';

const changedSince = 'This was changed since then, so nothing was taken back.';

/** Which affiliates may run an offer. */
export function offerAccessRoutes(app: FastifyInstance, dependencies: OfferDependencies): void {
  const { pool, now, idempotent } = dependencies;
  const change = createChangeOffer(dependencies);

  async function accessOf(
    { client, row, reader }: Pick<OpenedOffer, 'client' | 'row' | 'reader'>,
    affiliate: number,
  ): Promise<OfferAccess | null> {
    const [found] = await readAccess(client, { offer: row.id, affiliates: [affiliate] }, reader);
    return found ?? null;
  }

  async function decided(
    opened: OpenedOffer,
    affiliate: number,
    { status, reason, by }: { status: AccessState; reason: string; by: number },
  ): Promise<OfferAccess> {
    const { client, row, record } = opened;
    const before = await accessOf(opened, affiliate);
    if (before?.status === status && before.reason === reason) return before;
    await storeDecision(client, { offer: row.id, affiliate, status, reason, by, now: now() });
    const after = await accessOf(opened, affiliate);
    if (!after) throw new Error('The decision was not written.');
    const { status: earlier = null, reason: earlierReason = '' } = before ?? {};
    await record('offer.access-decided', {
      ...{ affiliate, affid: after.affid, status, reason },
      before: earlier && { status: earlier, reason: earlierReason },
    });
    return after;
  }

  serve(app, endpoints.listOfferAccess, async ({ access, params }) => {
    const { row, reader } = await seenOffer(pool, access, params.id);
    const affiliates = reader.affiliates?.map(({ id }) => id) ?? null;
    return readAccess(pool, { offer: row.id, affiliates }, reader);
  });

  serve(app, endpoints.requestOfferAccess, async (call) => {
    const { access, body, params } = call;
    const { membership } = await seenOffer(pool, access, params.id);
    if (!(await findAffiliate(pool, [membership], body.affiliate))) throw forbidden();
    const decides = isAllowed(membership, 'offer.access');
    if (!decides && membership.affiliates === null) requireCapability(membership, 'offer.access');
    return idempotent(call, (keep) =>
      change(call, null, async (opened) => {
        const { affiliate, note } = body;
        const answer = decides
          ? await decided(opened, affiliate, { status: 'approved', reason: '', by: access.userId })
          : await requested(opened, affiliate, note);
        await keep(opened.client, answer);
        return answer;
      }),
    );
  });

  async function requested(
    opened: OpenedOffer,
    affiliate: number,
    note: string,
  ): Promise<OfferAccess> {
    const { client, row, record } = opened;
    const before = await accessOf(opened, affiliate);
    if (before?.status === 'pending' || before?.status === 'approved') return before;
    if (before?.status === 'blocked') throw conflict('This offer is blocked for you.', before);
    if (row.visibility === 'public') throw invalid('affiliate', 'This offer needs no request.');
    await storeRequest(client, { offer: row.id, affiliate, note, now: now() });
    const after = await accessOf(opened, affiliate);
    if (!after) throw new Error('The request was not written.');
    await record('offer.access-requested', { affiliate, affid: after.affid, note });
    return after;
  }

  serve(app, endpoints.decideOfferAccess, async (call) => {
    const { access, body, params } = call;
    return change(call, 'offer.access', async (opened) => {
      const { affiliate_id: affiliate } = params;
      if (!(await findAffiliate(opened.client, [opened.membership], affiliate))) throw notFound();
      const before = await accessOf(opened, affiliate);
      if (before) requireVersion(call.request, before);
      return decided(opened, affiliate, { ...body, by: access.userId });
    });
  });

  serve(app, endpoints.undoOfferAccess, async (call) =>
    change(call, 'offer.access', async (opened) => {
      const { client, row, membership, reader, record } = opened;
      const { decisions } = call.body;
      const affiliates = decisions.map(({ affiliate }) => affiliate);
      for (const affiliate of affiliates) {
        if (!(await findAffiliate(client, [membership], affiliate))) throw forbidden();
      }
      for (const { affiliate, version } of decisions) {
        const before = await accessOf(opened, affiliate);
        // It was as decided before, so there is nothing to take back.
        if ((before?.version ?? 0) === version) continue;
        const isLast = before?.version === version + 1;
        if (!isLast || !(await restoreEarlier(client, { offer: row.id, affiliate }))) {
          throw conflict(changedSince, before);
        }
        const after = await accessOf(opened, affiliate);
        await record('offer.access-undone', {
          ...{ affiliate, affid: before.affid },
          ...{ status: after?.status ?? null, reason: after?.reason ?? '' },
          before: { status: before.status, reason: before.reason },
        });
      }
      return readAccess(client, { offer: row.id, affiliates }, reader);
    }),
  );

  serve(app, endpoints.decideOfferAccessOfMany, async (call) => {
    const { access, body } = call;
    const { affiliates, ...decision } = body;
    return idempotent(call, (keep) =>
      change(call, 'offer.access', async (opened) => {
        const { client, row, membership, reader } = opened;
        for (const affiliate of new Set(affiliates)) {
          if (!(await findAffiliate(client, [membership], affiliate))) throw forbidden();
        }
        for (const affiliate of new Set(affiliates)) {
          await decided(opened, affiliate, { ...decision, by: access.userId });
        }
        const answer = await readAccess(client, { offer: row.id, affiliates }, reader);
        await keep(client, answer);
        return answer;
      }),
    );
  });
}
