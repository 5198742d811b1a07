import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { windowOf } from '#contract/period.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { withAudit } from '../audit/audit-log.ts';
import { requireVersion } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { lockProject } from '../projects/repository.ts';
import { createChangeOffer } from './changing.ts';
import { destinationLimits, type OfferDependencies } from './dependencies.ts';
import { figuresOf, readSums } from './figures.ts';
import { addOffer } from './new-offer.ts';
import { describeOffer, describeOffers } from './offer-answers.ts';
import { changeFields, withoutSame } from './offer-changes.ts';
import { checkedOffer } from './offer-checks.ts';
import { readOfferPage } from './offer-list.ts';
import { offerReader } from './offer-reader.ts';
import { seenOffer } from './reading.ts';
import { reportPeriod } from './report-period.ts';

/** The offers of projects and what is entered about them. */
export function offerRoutes(app: FastifyInstance, dependencies: OfferDependencies): void {
  const { pool, now, idempotent, checkDestination, analyticsFor, resolveScope, recount } =
    dependencies;
  const audited = withAudit(pool, now);
  const change = createChangeOffer(dependencies);
  const limits = () => destinationLimits(dependencies);

  serve(app, endpoints.listOffers, async ({ access, query, reply, leaving }) => {
    const { project_id: project, limit, ...filter } = query;
    const reader = offerReader(memberForInput(access, project));
    const period = reportPeriod(query, now());
    const found = await readOfferPage(pool, reader, { ...filter, limit: limit + 1 }, now());
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    if (found.length > limit && last) reply.header('x-next-cursor', String(last.id));
    const lines = await describeOffers(pool, shown, reader, dependencies);
    const { affiliate_id, timezone } = query;
    const [scope] = (await resolveScope(access, { affiliate_id, project_id: project })).projects;
    if (query.metrics === '0' || !scope) return lines.map((line) => ({ ...line, figures: null }));
    const sums = await readSums(analyticsFor(access.userId, leaving, [project]), {
      project: scope,
      offers: shown.map(({ offerId, holdDays }) => ({ offerId, holdDays })),
      by: 'offer_id',
      granularity: 'day',
      window: windowOf(period, timezone),
      timezone,
      now: now(),
    });
    return lines.map((line) => ({
      ...line,
      figures: figuresOf(sums.get(line.offer_id), reader),
    }));
  });

  serve(app, endpoints.createOffer, async (call) => {
    const { access, body } = call;
    const membership = memberForInput(access, body.project);
    requireCapability(membership, 'offer.write');
    if (body.terms.length + body.caps.length > 0) requireCapability(membership, 'offer.terms');
    const entered = await checkedOffer(body, limits());
    return idempotent(call, async (keep) => {
      const created = await audited(call, async (client, recordAudit) => {
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
      });
      if (body.caps.length > 0) await recount(body.project, created.offer_id);
      return created;
    });
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
      const changed = await changeFields(client, row, entered, now());
      if (!changed) return describeOffer(client, row, reader, dependencies);
      const { stored, before, after } = changed;
      const answer = await describeOffer(client, stored, reader, dependencies);
      await record('offer.changed', { before, after, ...(warning === null ? {} : { warning }) });
      return { ...answer, warning: warning ?? answer.warning };
    });
  });
}
