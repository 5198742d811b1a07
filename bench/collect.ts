import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from './ingest.ts';
import type { Place } from './prepare.ts';

const agent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const perBatch = 100;

const numbered = () => {
  const run = Math.random().toString(36).slice(2, 8);
  let number = 0;
  return () => {
    number += 1;
    return `${run}-${number}`;
  };
};

const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: bench\r\nUser-Agent: ${agent}\r\n\r\n`;
const post = (path: string, body: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: bench\r\nUser-Agent: ${agent}\r\n${more}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const kinds = ['page_view', 'click', 'purchase'] as const;

function eventOf(kind: (typeof kinds)[number], id: string): string {
  const sale = kind === 'purchase' ? `,"order_id":"${id}","value":"86.40","currency":"USD"` : '';
  return `{"event_name":"${kind}","event_id":"${id}","event_time":${Date.now()},"visitor_id":"v_${id.slice(-4)}","url":"https://shop.test/products/7?utm_source=facebook&utm_campaign=winter&affid=1001&fbclid=x${id}","referrer":"https://l.facebook.com/"${sale}}`;
}

/** Clicks of a tracking link. */
export const linkTo = (pixelKey: string, query: string, name: string): Transport => ({
  name,
  batch: 1,
  status: 302,
  request: () => get(`/t/c/1001?k=${pixelKey}&affsub=tt-22${query}`),
});

/** Visitors of a split test's link, each for the first time. */
export const testLinkTo = (pixelKey: string, slug: string, name: string): Transport => ({
  name,
  batch: 1,
  status: 302,
  request: () => get(`/t/x/${slug}/?k=${pixelKey}&affsub=tt-22`),
});

/** Every ingest endpoint, and every kind of event through the pixel's endpoint. */
export function waysOf({ pixelKey, collectKey }: Place): Transport[] {
  const next = numbered();
  const letter = (events: string[]) =>
    post('/t/e', `{"key":"${pixelKey}","events":[${events.join(',')}]}`);
  const batchOf = (kind: (typeof kinds)[number]) =>
    Array.from({ length: perBatch }, () => eventOf(kind, next()));
  const batch = perBatch;
  return [
    ...kinds.map((kind) => ({
      name: `/t/e, one ${kind}`,
      batch: 1,
      status: 204,
      request: () => letter([eventOf(kind, next())]),
    })),
    {
      name: `/t/e, ${batch} page_view`,
      batch,
      status: 204,
      request: () => letter(batchOf('page_view')),
    },
    {
      name: 'image, page_view',
      batch: 1,
      status: 200,
      request: () => get(`/t/p.gif?k=${pixelKey}&u=https%3A%2F%2Fshop.test%2F&cb=${next()}`),
    },
    linkTo(pixelKey, '', 'link, click'),
    {
      name: 'postback, purchase',
      batch: 1,
      status: 200,
      request: () => get(`/t/pb?key=${collectKey}&click_id=ck_1&txid=${next()}&payout=12.50`),
    },
    ...kinds.map((kind) => ({
      name: `server, ${batch} ${kind}`,
      batch,
      status: 202,
      request: () =>
        post(
          '/api/v1/collect/server/',
          `{"events":[${batchOf(kind).join(',')}]}`,
          `Authorization: Token ${collectKey}\r\n`,
        ),
    })),
  ];
}

/** The time from the collector's response until the dashboard call shows the sale, one sale after the other. */
export async function visibleAfter(url: string, place: Place, times: number): Promise<number[]> {
  const { pixelKey, projectId, token } = place;
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const shown = async (): Promise<number> => {
    const query = `affiliate_id=all&project_id=${projectId}&start_date=${day(-1)}&end_date=${day(1)}&timezone=UTC`;
    const answer = await fetch(`${url}/api/v1/rc-data/?${query}`, {
      headers: { authorization: `Token ${token}` },
    });
    return (await answer.json()).data.browser_purchases;
  };
  const next = numbered();
  const found: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const before = await shown();
    const body = `{"key":"${pixelKey}","events":[${eventOf('purchase', next())}]}`;
    await fetch(`${url}/t/e`, { method: 'POST', headers: { 'user-agent': agent }, body });
    const began = performance.now();
    while ((await shown()) === before) await delay(5);
    found.push(performance.now() - began);
  }
  return found;
}
