import { type Connection, openConnection } from './connection.ts';
import { percentile } from './statistics.ts';

export type Ingest = { name: string; perSecond: number; p50: number; p99: number; refused: number };

/** With the requests a second of each turn. */
export type IngestInTurns = Ingest & { turns: number[] };

type Options = { port: number; key: string; batch: number; seconds: number };

/** A way to send events. */
export type Transport = { name: string; batch: number; status: number; request: () => string };

const connections = 32;

/** The number of acknowledged events while 32 connections each send one request after the other. */
export function ingest({ port, key, batch, seconds }: Options): Promise<Ingest> {
  const name = batch === 1 ? 'one event a request' : `${batch} events a request`;
  const way = { name, batch, status: 202, request: eventsRequest(key, batch) };
  return ingestOver(way, { port, seconds });
}

export async function ingestOver(
  { name, batch, status, request }: Transport,
  { port, seconds }: Pick<Options, 'port' | 'seconds'>,
): Promise<Ingest> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  await during(1_000, open, { request, status });
  const { times, refused, elapsed } = await during(seconds * 1_000, open, { request, status });
  for (const connection of open) connection.close();
  return {
    name,
    perSecond: (times.length * batch * 1_000) / elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    refused,
  };
}

const turnLasts = 500;

/** Two ways over the same connections in turns, each first in half of them: what slows the machine slows both. */
export async function ingestInTurns(
  ways: readonly [Transport, Transport],
  { port, turns }: { port: number; turns: number },
): Promise<[IngestInTurns, IngestInTurns]> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  for (const way of ways) await during(1_000, open, way);
  const measured = ways.map(() => ({ times: [] as number[], refused: 0, turns: [] as number[] }));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const index of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const [way, own] = [ways[index], measured[index]];
      if (!way || !own) continue;
      const { times, refused, elapsed } = await during(turnLasts, open, way);
      own.times.push(...times);
      own.refused += refused;
      own.turns.push((times.length * 1_000) / elapsed);
    }
  }
  for (const connection of open) connection.close();
  const [one, other] = ways.map(({ name }, index): IngestInTurns => {
    const { times = [], refused = 0, turns: rates = [] } = measured[index] ?? {};
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    return { name, perSecond: mean, p50, p99, refused, turns: rates };
  });
  if (!one || !other) throw new Error('Two ways are compared.');
  return [one, other];
}

async function during(
  milliseconds: number,
  open: readonly Connection[],
  { request, status: wanted }: Pick<Transport, 'request' | 'status'>,
) {
  const times: number[] = [];
  let refused = 0;
  const began = performance.now();
  const end = began + milliseconds;
  await Promise.all(
    open.map(async (connection) => {
      for (let now = performance.now(); now < end; ) {
        const status = await connection.send(request());
        const after = performance.now();
        if (status === wanted) times.push(after - now);
        else refused += 1;
        now = after;
      }
    }),
  );
  return { times, refused, elapsed: performance.now() - began };
}

/** Creates requests with events of their own, as text of HTTP/1.1. */
export function eventsRequest(key: string, batch: number): () => string {
  const run = Math.random().toString(36).slice(2, 8);
  let number = 0;
  return () => {
    const events = Array.from({ length: batch }, (_, place) => eventOf(run, number + place));
    number += batch;
    const body = `{"events":[${events.join(',')}]}`;
    return `POST /api/v1/collect/server/ HTTP/1.1\r\nHost: bench\r\nAuthorization: Token ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
}

/** Nine clicks, then a purchase. */
function eventOf(run: string, number: number): string {
  const ad = number % 2_000;
  const name = number % 10 === 9 ? 'purchase' : 'click';
  const sale =
    name === 'purchase' ? `,"order_id":"${run}${number}","value":"86.40","currency":"USD"` : '';
  return `{"event_name":"${name}","event_id":"${run}-${number}","event_time":${Date.now()},"visitor_id":"v_${number % 50_000}","click_id":"ck_${run}${number}","affid":"${1_001 + (ad % 20)}","utm_source":"facebook","utm_medium":"paid_social","utm_campaign":"campaign-${ad % 200}","campaign_id":"${ad % 200}","adset_id":"${ad % 1_000}","ad_id":"${ad}","referrer":"https://l.facebook.com/","country":"US","state":"TX","client_ip":"203.0.113.${number % 250}","user_agent":"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"${sale}}`;
}
