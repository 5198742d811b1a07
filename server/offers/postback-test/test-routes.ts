import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { PostbackTest } from '#contract/offers/postback-tests.ts';
import { requireCapability } from '../../access/require-capability.ts';
import { findAffiliate } from '../../affiliates/repository.ts';
import { primaryEvent } from '../../attribution/primary-event.ts';
import type { Attempts } from '../../limits/attempts.ts';
import { oneTestOf } from '../../limits/one-test.ts';
import { browserAgent, sentenceIn } from '../../order-test/follow-order.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import { serve } from '../../plugins/serve.ts';
import type { PostbackRecorder } from '../../postbacks/postback-recorder.ts';
import { readMasterPixels } from '../../projects/repository.ts';
import type { OfferDependencies } from '../dependencies.ts';
import { seenOffer } from '../reading.ts';
import { evaluateTest } from './evaluate-test.ts';
import type { TestClicks } from './test-clicks.ts';
import { addTest, findTest, keepResult, type Result, type TestRow } from './test-rows.ts';

type Dependencies = Pick<OfferDependencies, 'pool' | 'now' | 'publicUrl'> & {
  reader: ClickHouseClient;
  attempts: Attempts;
  recorder: PostbackRecorder;
  testClicks: TestClicks;
};

/** How long a test that sends its postback itself is waited for. */
const arrivesWithin = 10_000;

/** Tests that follow a click through an offer to its postback. */
export function postbackTestRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, now, publicUrl, attempts, testClicks } = dependencies;
  const oneTest = oneTestOf(attempts, 'postback test');

  serve(app, endpoints.testOfferPostback, async ({ access, params, body, request, leaving }) => {
    const { row } = await seenOffer(pool, access, params.id);
    const found = await findAffiliate(pool, access.memberships, body.affiliate);
    if (!found || found.affiliate.projectId !== row.projectId) {
      throw invalid('affiliate', 'This project has no such affiliate.');
    }
    requireCapability(found.membership, 'pixel.write');
    const [pixel] = await readMasterPixels(pool, row.projectId);
    if (!pixel) throw invalid('affiliate', 'Create a master pixel first: links count no clicks.');
    return oneTest(`${access.userId}`, async () => {
      const { affId } = found.affiliate;
      const query = new URLSearchParams({ offer: row.offerId, k: pixel.publicKey, test: '1' });
      const path = `/t/c/${encodeURIComponent(affId)}?${query}`;
      const clicked = await click(path, request);
      const id = await addTest(pool, {
        offer: row.id,
        affiliate: body.affiliate,
        by: access.userId,
        at: now(),
        clickUrl: `${publicUrl()}${path}`,
        ...clicked,
      });
      if (body.value !== null && clicked.clickId !== null) {
        await report(clicked.clickId, { id, value: body.value }, request);
        const end = performance.now() + arrivesWithin;
        while (performance.now() < end && (await current(id)).state === 'running') {
          await delay(100, undefined, { signal: leaving });
        }
      }
      return current(id);
    });
  });

  serve(app, endpoints.readPostbackTest, async ({ access, params }) => {
    const test = await findTest(pool, params.id, primaryEvent);
    if (!test) throw notFound();
    await seenOffer(pool, access, test.offer);
    if (!(await findAffiliate(pool, access.memberships, test.affiliate))) throw notFound();
    return current(params.id);
  });

  async function click(
    path: string,
    { ip: remoteAddress }: FastifyRequest,
  ): Promise<{ clickId: string | null; result: Result }> {
    const headers = { 'user-agent': browserAgent };
    const answer = await app.inject({ url: `${path}&format=json`, headers, remoteAddress });
    const state = answer.statusCode === 200 ? 'running' : 'failed';
    const message = answer.statusCode === 200 ? '' : sentenceIn(answer.body);
    const steps = (['click', 'redirect', 'postback', 'payout'] as const).map((step, index) => ({
      step,
      state: state === 'failed' && index === 0 ? ('failed' as const) : ('waiting' as const),
      message: index === 0 && message !== '' ? message : 'Waits for the step before.',
      at: null,
    }));
    const { click_id: clickId = null }: { click_id?: string | null } =
      answer.statusCode === 200 ? answer.json() : {};
    return { clickId, result: { state, steps, payout: null, terms: null } };
  }

  async function report(
    clickId: string,
    { id, value }: { id: number; value: string },
    { ip: remoteAddress }: FastifyRequest,
  ): Promise<void> {
    await app.inject({ url: `${postbackPath(clickId, id)}&value=${value}`, remoteAddress });
  }

  const postbackPath = (clickId: string, id: number): string =>
    `/t/pb?key=${testClicks.keyOf(clickId)}&click_id=${encodeURIComponent(clickId)}&txid=test-${id}`;

  /** The present state of a test; what came of it is kept. */
  async function current(id: number): Promise<PostbackTest> {
    const test = await findTest(pool, id, primaryEvent);
    if (!test) throw notFound();
    if (test.result.state === 'running') await dependencies.recorder.flush();
    const at = now();
    const result = await evaluateTest(dependencies, test, at);
    if (test.result.state === 'running') await keepResult(pool, test, result, at);
    return answerOf(test, result);
  }

  const answerOf = (test: TestRow, result: Result): PostbackTest => ({
    id: test.id,
    offer: test.offer,
    affiliate: test.affiliate,
    affid: test.affid,
    started_at: test.started.toISOString(),
    click_id: test.clickId,
    click_url: test.clickUrl,
    postback_url:
      test.clickId === null
        ? null
        : `${publicUrl()}${postbackPath(test.clickId, test.id)}&value=10`,
    ...result,
  });
}
