import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { runImport } from '#server/import/command.ts';
import { journeys, oneOrder, type Word } from '#tests/support/reference/one-order.ts';
import { noon, openShop, post, publicFixture, type Shop } from './fixture.ts';

const fixture = publicFixture();
const DAY = 86_400_000;

let folder: string;
let url: string;
beforeAll(async () => {
  url = await fixture().app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'clickledger-ways-in-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The sign of a refund does not matter. */
const sent = ({ name, day }: Word, amount: number): number =>
  name === 'refund' && day % 2 === 0 ? -amount : amount;

const timeOf = ({ day }: Word): Date => new Date(noon.getTime() - (80 - day) * DAY);

async function byPostback({ serverKey }: Shop, word: Word) {
  const { name, value, payout, status } = word;
  const query = new URLSearchParams({ key: serverKey, click_id: 'ck_a', txid: 'S1', event: name });
  query.set('status', status);
  if (value !== null) query.set('value', `${sent(word, value)}`);
  if (payout !== null) query.set('payout', `${sent(word, payout)}`);
  fixture().setNow(timeOf(word));
  const answer = await fixture().app.inject({ url: `/t/pb?${query}` });
  expect(answer.body).toBe('OK');
}

const fieldsOf = (word: Word) => ({
  event_name: word.name,
  event_time: timeOf(word).toISOString(),
  order_id: 'S1',
  click_id: 'ck_a',
  value: sent(word, word.value ?? 0),
  status: word.status,
  ...(word.payout === null ? {} : { payout: word.payout }),
});

async function byServer({ serverKey }: Shop, word: Word) {
  fixture().setNow(noon);
  const answer = await fixture().app.inject({
    method: 'POST',
    url: '/api/v1/collect/server/?backfill=1',
    headers: { authorization: `Token ${serverKey}` },
    payload: { events: [fieldsOf(word)] },
  });
  expect([answer.statusCode, answer.json().rejected]).toEqual([202, []]);
}

async function byFile({ serverKey }: Shop, word: Word) {
  fixture().setNow(noon);
  const fields = Object.entries(fieldsOf(word));
  const file = join(folder, 'words.csv');
  const lines = [fields.map(([name]) => name), fields.map(([, value]) => value)];
  await writeFile(file, lines.map((line) => line.join(',')).join('\n'));
  const said: string[] = [];
  const args = [file, '--key', serverKey, '--url', url, '--project', 'any'];
  const code = await runImport([...args, '--report', join(folder, 'report.ndjson')], {
    env: {},
    say: (text) => said.push(text),
    screen: { write: () => {} },
  });
  expect([code, said]).toEqual([0, ['1 rows, 1 events: 1 new, 0 already known, 0 rejected.']]);
}

async function byPage({ key }: Shop, word: Word) {
  const at = timeOf(word);
  fixture().setNow(at);
  const { order_id, click_id, value } = fieldsOf(word);
  const event = { event_name: 'purchase', event_time: at.getTime(), order_id, click_id, value };
  expect((await post(fixture(), { key, events: [event] })).statusCode).toBe(204);
}

const figuresSchema = z.object({
  data: z.object({ profit: z.number(), net_revenue: z.number(), payout: z.number() }),
});
const rowSchema = z.object({
  record: z.string(),
  status: z.string(),
  payout: z.number(),
  server: z.object({ value: z.number() }).nullable(),
  browser: z.object({ value: z.number() }).nullable(),
});

async function request({ projectId, token }: Shop, path: string) {
  fixture().setNow(noon);
  await fixture().mover.flush();
  const answer = await fixture().app.inject({
    url: `/api/v1/${path}/?affiliate_id=all&project_id=${projectId}&start_date=2026-01-01&end_date=2026-11-20&timezone=UTC`,
    headers: { authorization: `Token ${token}` },
  });
  return answer.json();
}

async function log(shop: Shop) {
  const rows = z.array(rowSchema).parse(await request(shop, 'conversions'));
  const [sales, back] = ['conversion', 'refund'].map((kind) =>
    rows.filter(({ record }) => record === kind),
  );
  const server = sales?.find((row) => row.server !== null);
  return {
    server: server?.server
      ? { value: server.server.value, payout: server.payout, status: server.status }
      : null,
    page: sales?.find((row) => row.browser !== null)?.browser?.value ?? null,
    refunds: back?.map((row) => row.server?.value ?? 0).sort((a, b) => a - b),
    payoutBack: back?.reduce((all, { payout }) => all - payout, 0),
    orders: sales?.filter((row) => row.server !== null).length,
  };
}

it.each(fc.sample(journeys, { numRuns: 12, seed: 42 }).map((words, index) => [index, words]))(
  'an order is what was said last, through every way in: %d',
  async (index, words) => {
    const shop = await openShop(fixture());
    for (const [place, word] of words.entries()) {
      if (word.by === 'network') await byPostback(shop, word);
      else if (word.by === 'page') await byPage(shop, word);
      else if ((index + place) % 2 === 0) await byFile(shop, word);
      else await byServer(shop, word);
      if ((index + place) % 3 === 0) await fixture().mover.flush();
    }
    expect(await log(shop)).toEqual({ ...oneOrder(words), orders: 1 });
    const { data } = figuresSchema.parse(await request(shop, 'rc-data'));
    expect(data.profit).toBeCloseTo(data.net_revenue - data.payout, 6);
  },
);
