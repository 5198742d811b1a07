import { type Limits, type Outgoing, send } from '../egress/http-request.ts';
import { withSecrets } from './config.ts';
import type { ClaimedDelivery, Ending, Result } from './deliveries.ts';
import { hiding } from './hidden-secrets.ts';
import { requestOf } from './payload/build-request.ts';
import type { Destinations } from './payload/destinations.ts';
import { effectiveStatus } from './payload/response-status.ts';
import { secretOriginOf } from './secret-origin.ts';
import type { Secrets, Vault } from './vault.ts';

const MOST_ATTEMPTS = 8;
const FIRST_PAUSE = 30_000;
const LONGEST_PAUSE = 3_600_000;
const LONGEST_REQUEST = 4_096;
const LONGEST_EXCERPT = 300;

/**
 * Makes one attempt and answers its result; it never throws. The effective status decides about a retry; the result
 * keeps the received one.
 */
export async function attempt(
  claimed: ClaimedDelivery,
  { vault, limits, destinations }: { vault: Vault; limits: Limits; destinations: Destinations },
): Promise<{ result: Result; decisiveStatus: number | null; retryAfter: string | null }> {
  const began = performance.now();
  const ended = (
    rest: Omit<Result, 'latency'>,
    decisiveStatus: number | null = null,
    retryAfter: string | null = null,
  ) => ({
    result: { ...rest, latency: Math.round(performance.now() - began) },
    decisiveStatus,
    retryAfter,
  });
  const unsent = (excerpt: string) =>
    ended({ outcome: 'invalid', status: null, request: null, excerpt });
  if (claimed.attempts > MOST_ATTEMPTS) return unsent('Every attempt was lost.');
  let secrets: Secrets;
  try {
    const target = { pixel: claimed.pixel_id, origin: secretOriginOf(claimed) };
    secrets = claimed.secrets ? vault.open(target, claimed.secrets) : {};
  } catch {
    return unsent('The secrets cannot be opened: this installation has another key now.');
  }
  const config = withSecrets(claimed.type, claimed.config, secrets);
  const pixelEvent = { ...claimed.facts, event_id: claimed.event_id };
  const built = requestOf({ ...claimed, config }, pixelEvent, claimed.key, destinations);
  if ('invalid' in built) return unsent(built.invalid);
  const hide = hiding(secrets);
  const request = shown(built, hide);
  const incoming = await send(built, limits);
  if (incoming.outcome !== 'answered') {
    return ended({ outcome: incoming.outcome, status: null, request, excerpt: hide(incoming.why) });
  }
  const { status, text, retryAfter } = incoming;
  const decisiveStatus = effectiveStatus(claimed.type, status, text);
  const outcome = decisiveStatus >= 200 && decisiveStatus < 300 ? 'ok' : 'http_error';
  const excerpt = [...hide(text)].slice(0, LONGEST_EXCERPT).join('');
  return ended({ outcome, status, request, excerpt }, decisiveStatus, retryAfter);
}

/** The result of an attempt: statuses and failures that may pass are retried. */
export function endingOf(
  { outcome, decisiveStatus }: Pick<Result, 'outcome'> & { decisiveStatus: number | null },
  attempts: number,
  { now, retryAfter, chance }: { now: Date; retryAfter: string | null; chance: () => number },
): Ending {
  if (outcome === 'ok') return { state: 'done' };
  const passes =
    outcome === 'timeout' ||
    outcome === 'unreachable' ||
    (outcome === 'http_error' &&
      decisiveStatus !== null &&
      (decisiveStatus >= 500 || [408, 425, 429].includes(decisiveStatus)));
  if (!passes || attempts >= MOST_ATTEMPTS) return { state: 'given_up' };
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempts - 1)) * (0.5 + chance() / 2);
  const requested = Math.min(LONGEST_PAUSE, askedFor(retryAfter, now));
  return { state: 'waiting', nextAt: new Date(now.getTime() + Math.max(pause, requested)) };
}

/** `Retry-After` in ms, as seconds or as a date. */
function askedFor(retryAfter: string | null, now: Date): number {
  if (!retryAfter) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

function shown({ method, url, body }: Outgoing, hide: (text: string) => string): Result['request'] {
  return {
    method,
    url: hide(url).slice(0, LONGEST_REQUEST),
    body: hide(body ?? '').slice(0, LONGEST_REQUEST),
  };
}
