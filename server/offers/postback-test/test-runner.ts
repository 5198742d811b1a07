import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { PostbackTest } from '#contract/offers/postback-tests.ts';
import { readPrimaryEvent } from '../../attribution/primary-event.ts';
import { orm } from '../../database/orm.ts';
import { offers, postbackTests } from '../../database/schema/offers.ts';
import { browserAgent, sentenceIn, withImportKey } from '../../order-test/follow-order.ts';
import { readTermsOf } from '../offer-facts.ts';
import type { OfferRow } from '../offer-rows.ts';
import { readRefusal } from './refused-postbacks.ts';
import { readTestEvents } from './test-events.ts';
import { failedAt, progressOf, startedWith, type TestResult } from './test-progress.ts';

type Dependencies = {
  app: FastifyInstance;
  pool: pg.Pool;
  now: () => Date;
  reader: ClickHouseClient;
};
type TestRow = typeof postbackTests.$inferSelect;
type Click = { url: string; remoteAddress: string; start: Date };
type Begun = { clickId: string | null; result: TestResult };
type Sale = {
  project: number;
  affid: string;
  clickId: string;
  value: string;
  currency: string;
  remoteAddress: string;
};

/** The offer, and the currency of its project. */
type Tested = { row: OfferRow; currency: string };

export type TestRunner = {
  click(about: Click): Promise<Begun>;
  reportSale(sale: Sale): Promise<void>;
  advanced(test: TestRow, tested: Tested, leaving: AbortSignal): Promise<TestRow>;
};

/** The steps of a test, each as a visitor, a shop or a network would make it. */
export function createTestRunner({ app, pool, now, reader }: Dependencies): TestRunner {
  /** Follows the link like a visitor. */
  async function click({ url, remoteAddress, start }: Click): Promise<Begun> {
    const answer = await app.inject({
      url,
      headers: { 'user-agent': browserAgent },
      remoteAddress,
    });
    if (answer.statusCode === 200) {
      const { click_id: clickId, url: target }: { click_id: string; url: string } = answer.json();
      return { clickId, result: startedWith(target, start.getTime()) };
    }
    const message =
      answer.statusCode === 404
        ? 'The link leads nowhere: enter a destination, or the website of the project.'
        : sentenceIn(answer.body);
    return { clickId: null, result: failedAt(message, start.getTime()) };
  }

  /** Reports the sale as a server does, marked as a test. */
  async function reportSale({
    project,
    affid,
    clickId,
    value,
    currency,
    remoteAddress,
  }: Sale): Promise<void> {
    const name = `test-${randomBytes(6).toString('hex')}`;
    const sale = {
      event_name: await readPrimaryEvent(pool, project),
      ...{ event_id: name, order_id: name, click_id: clickId, affid, value, test: true },
      currency,
    };
    await withImportKey(pool, project, (key) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/collect/server/',
        remoteAddress,
        payload: { events: [sale] },
        headers: { authorization: `Token ${key}` },
      }),
    );
  }

  /** Stores how far a running test has come; its end also dates the last test of the offer. */
  async function advanced(
    test: TestRow,
    { row, currency }: Tested,
    leaving: AbortSignal,
  ): Promise<TestRow> {
    if (test.result.state !== 'running' || test.clickId === null) return test;
    const [event, terms, refusal] = await Promise.all([
      readPrimaryEvent(pool, row.projectId),
      readTermsOf(pool, [row.id]),
      readRefusal(pool, row.projectId, { click: test.clickId, since: test.startedAt }),
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
      refusal,
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

  return { click, reportSale, advanced };
}

/** The test with the address that the network calls for its click. */
export function answerOf(test: TestRow, affid: string, publicUrl: string): PostbackTest {
  const { id, affiliateId, startedAt, clickId, clickUrl, result } = test;
  const address = `${publicUrl}/t/pb?key=YOUR_COLLECT_KEY&click_id=${clickId}&txid=test-${id}&value=10`;
  return {
    id,
    offer: test.offerId,
    affiliate: affiliateId,
    affid,
    started_at: startedAt.toISOString(),
    click_id: clickId,
    click_url: clickUrl,
    postback_url: clickId === null ? null : address,
    ...result,
  };
}
