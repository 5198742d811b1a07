import type { ClickHouseClient } from '@clickhouse/client';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { requireCapability } from '../../access/require-capability.ts';
import { findAffiliate } from '../../affiliates/repository.ts';
import { orm } from '../../database/orm.ts';
import { postbackTests } from '../../database/schema/offers.ts';
import type { Attempts } from '../../limits/attempts.ts';
import { oneTestOf } from '../../limits/one-test.ts';
import { forbidden, notFound } from '../../platform/refusal.ts';
import { serve } from '../../plugins/serve.ts';
import { readMasterPixels } from '../../projects/repository.ts';
import { readLinks } from '../../tracking-links/link-rows.ts';
import type { OfferDependencies } from '../dependencies.ts';
import { seenOffer } from '../reading.ts';
import { failedAt } from './test-progress.ts';
import { answerOf, createTestRunner } from './test-runner.ts';

type Dependencies = Pick<OfferDependencies, 'pool' | 'now' | 'publicUrl'> & {
  attempts: Attempts;
  reader: ClickHouseClient;
};

/** A test click that is followed through an offer to its payout. Neither the click nor the conversion counts. */
export function postbackTestRoutes(
  app: FastifyInstance,
  { pool, now, publicUrl, attempts, reader }: Dependencies,
): void {
  const oneTest = oneTestOf(attempts, 'offer test');
  const runner = createTestRunner({ app, pool, now, reader });

  serve(app, endpoints.testOfferPostback, async ({ access, body, params, request }) => {
    const { row, membership } = await seenOffer(pool, access, params.id);
    const found = await findAffiliate(pool, [membership], body.affiliate);
    if (!found) throw forbidden();
    requireCapability(membership, 'pixel.write');
    const { affId: affid } = found.affiliate;
    const { projectId } = row;
    const [pixel] = await readMasterPixels(pool, projectId);
    const [link] = await readLinks(pool, { id: projectId, affids: [affid] }, publicUrl());
    const base = link?.link ?? '';
    const query = new URLSearchParams({ offer: row.offerId, test: '1' });
    const clickUrl = `${base}${base.includes('?') ? '&' : '?'}${query}`;
    return oneTest(`${access.userId}`, async () => {
      const start = now();
      const { clickId, result } =
        pixel && link
          ? await runner.click({
              url: `/t/c/${encodeURIComponent(affid)}?${query}&format=json&k=${pixel.publicKey}`,
              remoteAddress: request.ip,
              start,
            })
          : {
              clickId: null,
              result: failedAt(
                'The link counts no clicks: create a master pixel first.',
                start.getTime(),
              ),
            };
      const [test] = await orm(pool)
        .insert(postbackTests)
        .values({
          offerId: row.id,
          affiliateId: body.affiliate,
          startedAt: start,
          startedBy: access.userId,
          clickId,
          clickUrl,
          result,
        })
        .returning();
      if (!test) throw new Error('The test was not written.');
      if (clickId !== null && body.value !== null) {
        await runner.reportSale({
          ...{ project: projectId, affid, clickId, value: body.value },
          currency: membership.currency,
          remoteAddress: request.ip,
        });
      }
      return answerOf(test, affid, publicUrl());
    });
  });

  serve(app, endpoints.readPostbackTest, async ({ access, params, leaving }) => {
    const [test] = await orm(pool)
      .select()
      .from(postbackTests)
      .where(eq(postbackTests.id, params.id));
    if (!test) throw notFound();
    const { row, membership } = await seenOffer(pool, access, test.offerId);
    const found = await findAffiliate(pool, [membership], test.affiliateId);
    if (!found) throw notFound();
    const advanced = await runner.advanced(test, { row, currency: membership.currency }, leaving);
    return answerOf(advanced, found.affiliate.affId, publicUrl());
  });
}
