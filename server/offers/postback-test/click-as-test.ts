import type { FastifyInstance } from 'fastify';
import { browserAgent, sentenceIn } from '../../order-test/follow-order.ts';
import { failedAt, startedWith, type TestResult } from './test-progress.ts';

type TestedLink = {
  affid: string;
  query: URLSearchParams;
  /** The key of the pixel that counts the click; null where there is none. */
  key: string | null;
  remoteAddress: string;
  now: number;
};

/** Clicks a link as a test, like a visitor. */
export async function clickAsTest(
  app: FastifyInstance,
  { affid, query, key, remoteAddress, now }: TestedLink,
): Promise<{ clickId: string | null; result: TestResult }> {
  const failed = (message: string) => ({ clickId: null, result: failedAt(message, now) });
  if (key === null) return failed('The link counts no clicks: create a master pixel first.');
  const answer = await app.inject({
    url: `/t/c/${encodeURIComponent(affid)}?${query}&format=json&k=${key}`,
    headers: { 'user-agent': browserAgent },
    remoteAddress,
  });
  if (answer.statusCode === 404) {
    return failed('The link leads nowhere: enter a destination, or the website of the project.');
  }
  if (answer.statusCode !== 200) return failed(sentenceIn(answer.body));
  const { click_id, url }: { click_id: string; url: string } = answer.json();
  return { clickId: click_id, result: startedWith(url, now) };
}
