import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import { type Address, type Egress, locate } from './host.ts';

export type Outgoing = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | null;
};

export type Incoming =
  | { outcome: 'answered'; status: number; text: string; retryAfter: string | null }
  | { outcome: 'timeout' | 'unreachable' | 'blocked_host'; why: string };

export type Limits = Egress & { timeoutMs: number };

const MOST_HOPS = 3;
/** More of an answer than this is not read. */
const MOST_BYTES = 16 * 1024;

/**
 * One request to a host of somebody's choosing. Where it leads is looked up, checked and held on to for the connection,
 * at the first address and at every redirect: what a name server answers a second time is never asked for.
 */
export async function send(outgoing: Outgoing, limits: Limits): Promise<Incoming> {
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  let next = outgoing;
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    const url = URL.canParse(next.url) ? new URL(next.url) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
      return { outcome: 'blocked_host', why: 'Only http and https are called.' };
    }
    const located = await Promise.race([locate(url, limits), passed(deadline)]);
    if (located === 'late') return late;
    if (located === 'inside') {
      return { outcome: 'blocked_host', why: `${url.host} lies on an internal address.` };
    }
    if (located === 'unknown') {
      return { outcome: 'unreachable', why: `No address is known for ${url.host}.` };
    }
    const answer = await exchange(url, next, located, deadline);
    if (!('location' in answer)) return answer;
    next = redirected(next, url, answer);
  }
  return { outcome: 'blocked_host', why: `It redirects more than ${MOST_HOPS} times.` };
}

const late: Incoming = { outcome: 'timeout', why: 'No answer came in time.' };

type Redirect = { location: string; status: number };

function exchange(
  url: URL,
  { method, headers, body }: Outgoing,
  { address, family }: Address,
  signal: AbortSignal,
): Promise<Incoming | Redirect> {
  return new Promise((resolve) => {
    const failed = (error: Error) =>
      resolve(
        signal.aborted
          ? late
          : { outcome: 'unreachable', why: `The connection failed: ${reasonOf(error)}.` },
      );
    const outgoing: ClientRequest = (url.protocol === 'https:' ? overTls : overHttp)(url, {
      method,
      headers: {
        'user-agent': 'Clickledger',
        accept: '*/*',
        ...headers,
        ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      agent: false,
      signal,
      maxHeaderSize: MOST_BYTES,
      lookup: (_, options, callback) =>
        options.all ? callback(null, [{ address, family }]) : callback(null, address, family),
    });
    outgoing.on('error', failed);
    outgoing.on('response', (incoming) => {
      const { statusCode: status = 0, headers: answered } = incoming;
      if ([301, 302, 303, 307, 308].includes(status) && answered.location) {
        incoming.destroy();
        return resolve({ location: answered.location, status });
      }
      beginningOf(incoming).then((text) => {
        const retryAfter = answered['retry-after'] ?? null;
        resolve({ outcome: 'answered', status, text, retryAfter });
      }, failed);
    });
    outgoing.end(body ?? undefined);
  });
}

/** The beginning of an answer in one line; the connection ends with it. */
async function beginningOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= MOST_BYTES) break;
  }
  const text = Buffer.concat(parts).toString('utf8');
  return text.replace(/[\p{Cc}\p{Surrogate}\s]+/gu, ' ').trim();
}

/** What is secret stays with the host it was meant for. */
function redirected(before: Outgoing, from: URL, { location, status }: Redirect): Outgoing {
  const url = URL.canParse(location, from.href) ? new URL(location, from) : null;
  const keeps = before.method === 'GET' || status === 307 || status === 308;
  const headers = url?.origin === from.origin ? before.headers : {};
  return keeps
    ? { ...before, url: url?.href ?? location, headers }
    : { method: 'GET', url: url?.href ?? location, headers, body: null };
}

const passed = (signal: AbortSignal): Promise<'late'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('late');
    signal.addEventListener('abort', () => resolve('late'), { once: true });
  });

const reasonOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.name;
