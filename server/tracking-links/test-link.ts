import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type { LinkTest } from '#contract/tracking-links/schemas.ts';
import { browserAgent, sentenceIn } from '../order-test/follow-order.ts';
import { readWithRetry } from '../warehouse/read-with-retry.ts';

type TestedLink = {
  projectId: number;
  affid: string;
  offer: string | null;
  key: string;
  hasAddress: boolean;
};

const arrivesWithin = 10_000;

/** Follows the link like a visitor, marked as a test, and waits until its click is in the warehouse. */
export async function testLink(
  { app, reader }: { app: FastifyInstance; reader: ClickHouseClient },
  { projectId, affid, offer, key, hasAddress }: TestedLink,
  { remoteAddress, leaving }: { remoteAddress: string; leaving: AbortSignal },
): Promise<LinkTest> {
  const began = performance.now();
  const ended = (ok: boolean, message: string, found: Partial<LinkTest> = {}): LinkTest => ({
    ok,
    message,
    click_id: null,
    leads_to: null,
    ...found,
    ms: Math.round(performance.now() - began),
  });
  const query = new URLSearchParams({
    k: key,
    format: 'json',
    test: '1',
    ...(offer ? { offer } : {}),
  });
  const answer = await app.inject({
    url: `/t/c/${encodeURIComponent(affid)}?${query}`,
    headers: { 'user-agent': browserAgent },
    remoteAddress,
  });
  if (answer.statusCode === 404) return ended(false, nowhere(offer, hasAddress));
  if (answer.statusCode !== 200) return ended(false, sentenceIn(answer.body));
  const { click_id, url }: { click_id: string; url: string } = answer.json();
  const found = { click_id, leads_to: url };
  const hasArrived = await arrived(reader, projectId, click_id, leaving);
  return hasArrived
    ? ended(true, 'The click arrived, marked as a test and not counted.', found)
    : ended(
        false,
        'The click was stored but did not arrive within 10 seconds. It is not lost.',
        found,
      );
}

const nowhere = (offer: string | null, hasAddress: boolean): string => {
  if (offer !== null && hasAddress) return `There is no offer ${offer} in this project.`;
  return 'The link leads nowhere: enter the website of the project in the company settings.';
};

async function arrived(
  reader: ClickHouseClient,
  project: number,
  clickId: string,
  leaving: AbortSignal,
): Promise<boolean> {
  const end = performance.now() + arrivesWithin;
  for (;;) {
    leaving.throwIfAborted();
    const found = await readWithRetry(async () => {
      const answer = await reader.query({
        query: `SELECT 1 FROM events
          WHERE project_id = {project:UInt32} AND event_name = 'click' AND click_id = {click:String} AND is_test = 1
          LIMIT 1`,
        query_params: { project, click: clickId },
        format: 'JSONEachRow',
      });
      return answer.json();
    }, leaving);
    if (found.length > 0) return true;
    if (performance.now() > end) return false;
    await delay(100);
  }
}
