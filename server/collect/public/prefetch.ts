import type { IncomingHttpHeaders } from 'node:http';

const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Whether a browser asks ahead, before a person follows the link: `Sec-Purpose: prefetch;prerender`, or the older
 * `Purpose: prefetch`, `X-Purpose: preview` and `X-Moz: prefetch`.
 */
export const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  names.some((name) => /\b(prefetch|prerender|preview)\b/i.test(String(headers[name] ?? '')));
