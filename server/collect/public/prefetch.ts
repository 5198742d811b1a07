import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../../platform/refusal.ts';

const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Whether a browser asks ahead, before a person follows the link: `Sec-Purpose: prefetch;prerender`, or the older
 * `Purpose: prefetch`, `X-Purpose: preview` and `X-Moz: prefetch`.
 */
export const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  names.some((name) => /\b(prefetch|prerender|preview)\b/i.test(String(headers[name] ?? '')));

/** A browser discards the answer to a prefetch that failed, and asks again when its person follows the link. */
export const prefetchRefused = () =>
  new Refusal(503, {
    detail: 'A link is not prefetched, because it counts clicks. Follow the link.',
  });
