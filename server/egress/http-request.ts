import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as overHttp,
} from 'node:http';
import { request as overTls } from 'node:https';
import { type Address, type Egress, locate } from './resolve-host.ts';

export type Outgoing = {
  method: 'GET' | 'HEAD' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | null;
};

type Unanswered = { outcome: 'timeout' | 'unreachable' | 'blocked_host'; why: string };

export type Incoming =
  | { outcome: 'answered'; status: number; text: string; retryAfter: string | null }
  | Unanswered;

/** The beginning of a response, and the URL it finally came from. */
export type Answer = {
  outcome: 'answered';
  url: string;
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

export type Limits = Egress & { timeoutMs: number };

const MOST_HOPS = 3;
/** The most bytes of a response that are read. */
const MOST_BYTES = 16 * 1024;
const MOST_HEADER_BYTES = 32 * 1024;

/** Sends one request to a user-defined host and reads the beginning of its response as one line. */
export async function send(outgoing: Outgoing, limits: Limits): Promise<Incoming> {
  const answer = await request(outgoing, { ...limits, mostBytes: MOST_BYTES });
  if (answer.outcome !== 'answered') return answer;
  const { status, headers, body } = answer;
  const text = body.toString('utf8').replace(/[\p{Cc}\p{Surrogate}\s]+/gu, ' ');
  const retryAfter = headers['retry-after'] ?? null;
  return { outcome: 'answered', status, text: text.trim(), retryAfter };
}

/**
 * Sends one request to a user-defined host and reads at most `mostBytes` of its response. The host is resolved and
 * checked once per connection, at the first URL and at every redirect, and the checked address is used, so that a
 * second answer of the name server cannot redirect it.
 */
export async function request(
  outgoing: Outgoing,
  limits: Limits & { mostBytes: number },
): Promise<Answer | Unanswered> {
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
      return { outcome: 'unreachable', why: `The host ${url.host} was not found.` };
    }
    const answer = await exchange(url, next, located, { signal: deadline, ...limits });
    if (!('location' in answer)) return answer;
    const further = redirected(next, url, answer);
    if ('outcome' in further) return further;
    next = further;
  }
  return { outcome: 'blocked_host', why: `It redirects more than ${MOST_HOPS} times.` };
}

const late: Unanswered = { outcome: 'timeout', why: 'No answer came in time.' };

type Redirect = { location: string; status: number };

function exchange(
  url: URL,
  { method, headers, body }: Outgoing,
  { address, family }: Address,
  { signal, mostBytes }: { signal: AbortSignal; mostBytes: number },
): Promise<Answer | Unanswered | Redirect> {
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
      maxHeaderSize: MOST_HEADER_BYTES,
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
      beginningOf(incoming, mostBytes).then((read) => {
        resolve({ outcome: 'answered', url: url.href, status, headers: answered, body: read });
      }, failed);
    });
    outgoing.end(body ?? undefined);
  });
}

/** The beginning of an answer; the connection ends with it. */
async function beginningOf(incoming: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= mostBytes) break;
  }
  return Buffer.concat(parts);
}

/**
 * Secrets stay with the host they were meant for. Platforms take tokens in the body, so redirects with a body are
 * refused.
 */
function redirected(
  before: Outgoing,
  from: URL,
  { location, status }: Redirect,
): Outgoing | Unanswered {
  const url = URL.canParse(location, from.href) ? new URL(location, from) : null;
  const keeps = before.method !== 'POST' || status === 307 || status === 308;
  const isSame = url?.origin === from.origin;
  if (url && !isSame && keeps && before.body !== null) {
    const why = `It redirects to ${url.host}, but the request is meant for ${from.host} alone.`;
    return { outcome: 'blocked_host', why };
  }
  const headers = isSame ? before.headers : {};
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
