import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pagePolicy, paymentPolicy } from './headers.ts';
import { keptBeside } from './previous-assets.ts';

export type BrowserConfig = {
  api_base_url: string;
  cube_api_url: string;
  collect_url: string;
  stripe_public_key: string | null;
  /** Whether strangers may sign up. */
  sign_up: boolean;
  sentry_dsn: string | null;
  /** Where the server's clock stands still, the browser's does too. */
  now?: string;
};

/**
 * Where a card is entered or a payment confirmed. They are loaded as pages of their own, so that their policy holds.
 */
const paymentPages = /^\/(sign-up\/(payment|subscription)|settings\/billing-settings)\/?$/;

/**
 * The app's own files: `/conf.js`, hashed assets for ever, compressed as they were built, and `index.html` with a fresh
 * nonce for every path that is neither a file nor an API. A missing asset is a 404, never the page. Assets of earlier
 * builds are served for a day: pages that were open before a deploy go on asking for them.
 */
export async function pages(
  app: FastifyInstance,
  { directory, config }: { directory: string | null; config: BrowserConfig },
): Promise<void> {
  const connect = /^https?:/.test(config.cube_api_url) ? [new URL(config.cube_api_url).origin] : [];
  const script = `window.__CONF__ = ${asScript(config)};\n`;
  app.get('/conf.js', { schema: { hide: true } }, async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(script),
  );

  const page = directory ? await readFile(join(directory, 'index.html'), 'utf8') : null;
  if (directory) {
    const folders = [join(directory, 'assets'), keptBeside(directory)];
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
        // A name of a path's own parts would leave the folder.
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
      (request.headers.accept ?? '').includes('text/html');
    if (isPage && page) return sendPage(reply, page, request.url.split(/[?#]/)[0] ?? '');
    return reply
      .code(404)
      .send(
        request.url.startsWith('/cubejs-api/') ? { error: 'Not found.' } : { detail: 'Not found.' },
      );
  });
}

/** JSON that stays data inside a script, whatever it holds. */
const asScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
