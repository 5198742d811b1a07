import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { PostbackTest } from '#contract/offers/postback-tests.ts';
import { requireCapability } from '../../access/require-capability.ts';
import { findAffiliate } from '../../affiliates/repository.ts';
import { readPrimaryEvent } from '../../attribution/primary-event.ts';
import { orm } from '../../database/orm.ts';
import { offers, postbackTests } from '../../database/schema/offers.ts';
import type { Attempts } from '../../limits/attempts.ts';
import { oneTestOf } from '../../limits/one-test.ts';
import { browserAgent, sentenceIn, withImportKey } from '../../order-test/follow-order.ts';
import { forbidden, notFound } from '../../platform/refusal.ts';
import { serve } from '../../plugins/serve.ts';
import { readMasterPixels } from '../../projects/repository.ts';
import { readLinks } from '../../tracking-links/link-rows.ts';
import type { OfferDependencies } from '../dependencies.ts';
import { readTermsOf } from '../offer-facts.ts';
import type { OfferRow } from '../offer-rows.ts';
import { seenOffer } from '../reading.ts';
import { readTestEvents } from './test-events.ts';
import { failedAt, progressOf, startedWith, type TestResult } from './test-progress.ts';

type Dependencies = Pick<OfferDependencies, 'pool' | 'now' | 'publicUrl'> & {
  attempts: Attempts;
  reader: ClickHouseClient;
};
type TestRow = typeof postbackTests.$inferSelect;

/** A test click that is followed through an offer to its payout. Neither the click nor the conversion counts. */
export function postbackTestRoutes(
  app: FastifyInstance,
  { pool, now, publicUrl, attempts, reader }: Dependencies,
): void {
  const oneTest = oneTestOf(attempts, 'offer test');

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
      let clickId: string | null = null;
      let result: TestResult;
      if (!pixel || !link) {
        const message = 'The link counts no clicks: create a master pixel first.';
        result = failedAt(message, start.getTime());
      } else {
        const answer = await app.inject({
          url: `/t/c/${encodeURIComponent(affid)}?${query}&format=json&k=${pixel.publicKey}`,
          headers: { 'user-agent': browserAgent },
          remoteAddress: request.ip,
        });
        if (answer.statusCode === 200) {
          const { click_id, url }: { click_id: string; url: string } = answer.json();
          clickId = click_id;
          result = startedWith(url, start.getTime());
        } else {
          const message =
            answer.statusCode === 404
              ? 'The link leads nowhere: enter a destination, or the website of the project.'
              : sentenceIn(answer.body);
          result = failedAt(message, start.getTime());
        }
      }
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
        await reportSale(row, affid, clickId, body.value, request.ip);
      }
      return answerOf(test, affid, row);
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
    return answerOf(await advanced(test, row, leaving), found.affiliate.affId, row);
  });

  /** Reports the sale as a server does, marked as a test. */
  async function reportSale(
    { projectId }: OfferRow,
    affid: string,
    clickId: string,
    value: string,
    remoteAddress: string,
  ): Promise<void> {
    const name = `test-${randomBytes(6).toString('hex')}`;
    const sale = {
      event_name: await readPrimaryEvent(pool, projectId),
      ...{ event_id: name, order_id: name, click_id: clickId, affid, value, test: true },
      currency: await currencyOf(projectId),
    };
    await withImportKey(pool, projectId, (key) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/collect/server/',
        remoteAddress,
        payload: { events: [sale] },
        headers: { authorization: `Token ${key}` },
      }),
    );
  }

  async function currencyOf(project: number): Promise<string> {
    const { rows } = await pool.query<{ currency: string }>(
      'select currency from projects where id = $1',
      [project],
    );
    return rows[0]?.currency ?? 'USD';
  }

  /** Stores how far a running test has come; its end also dates the last test of the offer. */
  async function advanced(test: TestRow, row: OfferRow, leaving: AbortSignal): Promise<TestRow> {
    if (test.result.state !== 'running' || test.clickId === null) return test;
    const [event, terms, currency] = await Promise.all([
      readPrimaryEvent(pool, row.projectId),
      readTermsOf(pool, [row.id]),
      currencyOf(row.projectId),
    ]);
    const events = await readTestEvents(
      reader,
      { project: row.projectId, click: test.clickId, event },
      leaving,
    );
    const at = now();
    const result = progressOf({
      result: test.result,
      startedAt: test.startedAt.getTime(),
      now: at.getTime(),
      ...events,
      terms: terms.get(row.id) ?? [],
      currency,
      handsOnId: row.url === '' || /\{click_id\}|%7Bclick_id%7D/i.test(row.url),
    });
    if (JSON.stringify(result) === JSON.stringify(test.result)) return test;
    const [stored] = await orm(pool)
      .update(postbackTests)
      .set({ result })
      .where(eq(postbackTests.id, test.id))
      .returning();
    if (result.state === 'passed') {
      await orm(pool).update(offers).set({ testedAt: at }).where(eq(offers.id, row.id));
    }
    return stored ?? { ...test, result };
  }

  function answerOf(test: TestRow, affid: string, row: OfferRow): PostbackTest {
    const { id, affiliateId, startedAt, clickId, clickUrl, result } = test;
    const address = `${publicUrl()}/t/pb?key=YOUR_COLLECT_KEY&click_id=${clickId}&txid=test-${id}&value=10`;
    return {
      id,
      offer: row.id,
      affiliate: affiliateId,
      affid,
      started_at: startedAt.toISOString(),
      click_id: clickId,
      click_url: clickUrl,
      postback_url: clickId === null ? null : address,
      ...result,
    };
  }
}
