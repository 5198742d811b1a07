import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BillingMode } from '#contract/installation/schemas.ts';
import { pagePolicy, paymentPolicy } from './headers.ts';
import { previousAssetsOf } from './previous-assets.ts';

export type BrowserConfig = {
  api_base_url: string;
  cube_api_url: string;
  collect_url: string;
  stripe_public_key: string | null;
  billing: BillingMode;
  sentry_dsn: string | null;
  /** The fixed time of the server's clock, for the browser's. */
  now?: string;
};
/** Whether strangers may sign up: it may change while the server runs. */
export type IsSignUpOpen = () => Promise<boolean>;

/**
 * Pages with a card form or a payment confirmation. They are loaded as documents of their own, so that their policy
 * applies.
 */
const paymentPages = /^\/(sign-up\/(payment|subscription)|settings\/billing-settings)\/?$/;

/**
 * Serves the app's files: `/conf.js`, hashed assets with a permanent cache and precompressed, and `index.html` with a
 * fresh nonce for every path that is neither a file nor an API. A missing asset is a 404. Assets of earlier builds are
 * served for a day, because open pages still request them.
 */
export async function pages(
  app: FastifyInstance,
  {
    directory,
    config,
    isSignUpOpen,
  }: { directory: string | null; config: BrowserConfig; isSignUpOpen: IsSignUpOpen },
): Promise<void> {
  const connect = /^https?:/.test(config.cube_api_url) ? [new URL(config.cube_api_url).origin] : [];
  app.get('/conf.js', { schema: { hide: true } }, async (_, reply) => {
    // Without a database the page loads all the same and shows the failure of its own calls.
    const sign_up = await isSignUpOpen().catch(() => false);
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`window.__CONF__ = ${asScript({ ...config, sign_up })};\n`);
  });

  const page = directory ? await readFile(join(directory, 'index.html'), 'utf8') : null;
  if (directory) {
    const folders = [join(directory, 'assets'), previousAssetsOf(directory)];
    await app.register(fastifyStatic, {
      root: directory,
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      cacheControl: true,
    });
    app.get<{ Params: { name: string } }>(
      '/assets/:name',
      { schema: { hide: true }, config: { judgesText: true } },
      async ({ params: { name } }, reply) => {
        // A name with path separators would leave the folder.
        const isName = /^[\w-][\w.-]*$/.test(name);
        const folder = isName ? folders.find((one) => existsSync(join(one, name))) : undefined;
        if (folder === undefined) return reply.callNotFound();
        return reply.header('vary', 'accept-encoding').sendFile(name, folder);
      },
    );
  }

  const sendPage = (reply: FastifyReply, html: string, path: string) => {
    const nonce = randomBytes(16).toString('base64');
    const takesCards = config.stripe_public_key !== null && paymentPages.test(path);
    const policy = takesCards ? paymentPolicy : pagePolicy;
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy(nonce, connect))
      .send(html.replaceAll('__NONCE__', nonce));
  };

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|cubejs-api|assets|t)(\/|$)/.test(request.url) &&
      takesPage(request);
    if (isPage && page) return sendPage(reply, page, request.url.split(/[?#]/)[0] ?? '');
    return reply
      .code(404)
      .send(
        request.url.startsWith('/cubejs-api/') ? { error: 'Not found.' } : { detail: 'Not found.' },
      );
  });
}

/** Browsers name HTML for a page and take anything for a file; the start page is shown to every client. */
function takesPage({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const isStart = /^\/(\?|$)/.test(url);
  return accept.includes('text/html') || (isStart && accept.includes('*/*'));
}

/** JSON that cannot end its script element. */
const asScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
