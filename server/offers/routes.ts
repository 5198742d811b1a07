import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { withAudit } from '../audit/audit-log.ts';
import { invalid } from '../platform/refusal.ts';
import { requireVersion } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { lockProject } from '../projects/repository.ts';
import { createChangeOffer } from './changing.ts';
import { destinationLimits, type OfferDependencies } from './dependencies.ts';
import { addOffer } from './new-offer.ts';
import { describeOffer, describeOffers } from './offer-answers.ts';
import { checkedOffer, requireFallback } from './offer-checks.ts';
import { columnsOf, type EnteredOffer, fieldsOf } from './offer-columns.ts';
import { readOfferPage } from './offer-list.ts';
import { offerReader } from './offer-reader.ts';
import { type OfferRow, storeOffer } from './offer-rows.ts';
import { seenOffer } from './reading.ts';

/** The offers of projects and what is entered about them. */
export function offerRoutes(app: FastifyInstance, dependencies: OfferDependencies): void {
  const { pool, now, idempotent, checkDestination } = dependencies;
  const audited = withAudit(pool, now);
  const change = createChangeOffer(dependencies);
  const limits = () => destinationLimits(dependencies);

  serve(app, endpoints.listOffers, async ({ access, query, reply }) => {
    const { project_id: project, limit, ...filter } = query;
    const reader = offerReader(memberForInput(access, project));
    const found = await readOfferPage(pool, reader, { ...filter, limit: limit + 1 }, now());
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    if (found.length > limit && last) reply.header('x-next-cursor', String(last.id));
    const lines = await describeOffers(pool, shown, reader, dependencies);
    return lines.map((line) => ({ ...line, figures: null }));
  });

  serve(app, endpoints.createOffer, async (call) => {
    const { access, body } = call;
    const membership = memberForInput(access, body.project);
    requireCapability(membership, 'offer.write');
    if (body.terms.length + body.caps.length > 0) requireCapability(membership, 'offer.terms');
    const entered = await checkedOffer(body, limits());
    return idempotent(call, (keep) =>
      audited(call, async (client, recordAudit) => {
        await lockProject(client, body.project);
        const row = await addOffer(client, entered, { by: access.userId, now: now() });
        const answer = await describeOffer(client, row, offerReader(membership), dependencies);
        await keep(client, answer);
        await recordAudit({
          action: 'offer.created',
          project: body.project,
          target: row.name,
          details: { offer: row.id, offer_id: row.offerId },
        });
        return answer;
      }),
    );
  });

  serve(app, endpoints.readOffer, async ({ access, params }) => {
    const { row, reader } = await seenOffer(pool, access, params.id);
    return describeOffer(pool, row, reader, dependencies);
  });

  serve(app, endpoints.changeOffer, async (call) => {
    const { access, params } = call;
    const seen = await seenOffer(pool, access, params.id);
    requireCapability(seen.membership, 'offer.write');
    const entered = await checkedOffer(withoutSame(seen.row, call.body), limits());
    const { destination_url: destination } = entered;
    const warning = destination ? await checkDestination(destination) : null;
    return change(call, 'offer.write', async ({ client, row, reader, record }) => {
      requireVersion(call.request, await describeOffer(client, row, reader, dependencies));
      const changed = withoutSame(row, entered);
      const names = Object.keys(changed);
      if (names.length === 0) return describeOffer(client, row, reader, dependencies);
      requireEndAfterStart({ ...fieldsOf(row), ...changed });
      await requireFallback(client, { project: row.projectId, id: row.id }, changed.fallback_offer);
      const moved = 'destination_url' in changed;
      const earlier = moved ? { earlierUrl: row.url, urlChangedAt: now() } : {};
      const stored = await storeOffer(client, row, { ...columnsOf(changed), ...earlier }, now());
      const answer = await describeOffer(client, stored, reader, dependencies);
      await record('offer.changed', {
        before: partOf(fieldsOf(row), names),
        after: partOf(fieldsOf(stored), names),
        ...(warning === null ? {} : { warning }),
      });
      return { ...answer, warning: warning ?? answer.warning };
    });
  });
}

/** Unchanged values are not checked again, so that an offer of an earlier version can be changed. */
function withoutSame(row: OfferRow, entered: EnteredOffer): EnteredOffer {
  const before: Record<string, unknown> = fieldsOf(row);
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, before[name]);
  return Object.fromEntries(Object.entries(entered).filter(differs));
}

const partOf = (fields: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

function requireEndAfterStart({ starts_at: start, ends_at: end }: EnteredOffer): void {
  if (!start || !end || Date.parse(start) < Date.parse(end)) return;
  throw invalid('ends_at', 'The end is not after the start.');
}
