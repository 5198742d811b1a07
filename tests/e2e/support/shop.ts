import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Sent = {
  key: string;
  consent?: string;
  events: Record<string, unknown>[];
  /** The answer of the product. */
  status: number;
};

export type Shop = {
  url: string;
  /** Where pages load the script from and report to. */
  collector: string;
  /** The content security policy of every page. */
  policy: string;
  /** The head of every page; the snippet, unless a test replaces it. */
  head: string;
  /** The body of every page, unless one is set for its path. */
  body: string;
  bodies: Record<string, string>;
  sent: Sent[];
  /** The requested scripts. */
  scripts: string[];
  /** The requested pages, each with what the browser says about its purpose. */
  pages: string[];
  /** How a test's link was answered, also to pages: each status with what the browser says about its purpose. */
  asked: string[];
  /** The collector cannot be reached. */
  isCut: boolean;
  /** Pages that ask for their variant wait until this is over. */
  held: Promise<void> | null;
  /** The collector is busy, and answers with these headers. */
  refusal: Record<string, string> | null;
  snippet(attributes?: string): string;
  named(name: string): Record<string, unknown>[];
  stop(): Promise<void>;
};

export const nonce = 'only-for-the-stub';

/** The line that a shop pastes before the snippet, so that it can call at once. */
export const stub = `<script nonce="${nonce}">window.mp=window.mp||function(){(mp.q=mp.q||[]).push(arguments)}</script>`;

/** A shop's site on one port, and on another a proxy of the product that records every batch. */
export async function openShop(ledger: string, key: string): Promise<Shop> {
  const passing = createServer(async (request, response) => {
    const body = await text(request);
    const isBatch = request.method === 'POST';
    if (isBatch && shop.isCut) return request.socket.destroy();
    if (isBatch && shop.refusal) return response.writeHead(503, shop.refusal).end();
    if (request.url?.endsWith('.js')) shop.scripts.push(request.url);
    const isTest = request.url?.startsWith('/t/x/');
    if (isTest) await shop.held;
    const answer = await fetch(ledger + request.url, {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      redirect: 'manual',
      ...(isBatch ? { body } : {}),
    });
    const purpose = request.headers['sec-purpose'];
    if (isTest) shop.asked.push([answer.status, purpose ?? []].flat().join(' '));
    if (isBatch) shop.sent.push({ ...JSON.parse(body), status: answer.status });
    // `fetch` has decompressed the body, so these two headers no longer hold.
    const {
      'content-encoding': _,
      'content-length': __,
      ...headers
    } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  const collector = await listen(passing);
  const site = createServer((request, response) => {
    shop.pages.push([request.url, request.headers['sec-purpose'] ?? []].flat().join(' '));
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': shop.policy,
    });
    response.end(
      `<!doctype html><title>Shop</title><link rel="icon" href="data:,">${shop.head}${shop.bodies[`${request.url}`] ?? shop.body}`,
    );
  });
  const snippet = (attributes = '') =>
    `<script async src="${collector}/t/px.js" data-key="${key}" ${attributes}></script>`;
  const shop: Shop = {
    url: await listen(site),
    collector,
    policy: `default-src 'self'; img-src data:; script-src ${collector} 'nonce-${nonce}'; connect-src ${collector}; require-trusted-types-for 'script'; trusted-types 'none'`,
    head: stub + snippet(),
    body: '<h1>Shop</h1>',
    bodies: {},
    sent: [],
    scripts: [],
    pages: [],
    asked: [],
    isCut: false,
    held: null,
    refusal: null,
    snippet,
    named: (name) =>
      shop.sent.flatMap(({ events }) => events).filter(({ event_name }) => event_name === name),
    stop: async () => {
      for (const server of [site, passing]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
  return shop;
}

/** A headless browser names itself so, which the product takes for a bot. */
const headersOf = ({ headers }: IncomingMessage): Record<string, string> => ({
  'user-agent': `${headers['user-agent']}`.replace('HeadlessChrome', 'Chrome'),
  ...Object.fromEntries(
    ['content-type', 'origin', 'referer', 'sec-gpc', 'sec-purpose'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  ),
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
