import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const strict = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The policy of the app's own pages: nothing inline except styles with this response's nonce, and no script sinks. */
export const pagePolicy = (nonce: string, connect: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/**
 * The policy of pages with a card form, which Stripe's script draws in its own frames. That script assigns URLs as
 * plain text, which trusted types would refuse; the only other script on these pages is the app.
 */
export const paymentPolicy = (nonce: string, connect: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https://*.stripe.com",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect, 'https://api.stripe.com'].join(' ')}`,
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The API page draws itself with inline styles; it is the one page with a policy of its own. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export async function headers(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000 },
    frameguard: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('content-security-policy')) {
      reply.header(
        'content-security-policy',
        request.url.startsWith('/api/docs') ? docsPolicy : strict,
      );
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
