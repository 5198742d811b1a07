import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../platform/logger.ts';
import { unavailable } from '../platform/refusal.ts';

/** A built script; its hash is its version. */
export type PixelScript = { hash: string; plain: Buffer; packed: Buffer };

const short = 'public, max-age=600, stale-while-revalidate=86400';
const immutable = 'public, max-age=31536000, immutable';

/**
 * Serves the pixel script at a fixed URL with a short cache time and at one URL per version with a long one. The URL of
 * an earlier version answers with the present script, so that old pages continue to count. What it loads when split
 * tests are first used has a fixed URL, too.
 */
export function pixelScriptRoutes(
  app: FastifyInstance,
  { pixel, assign }: { pixel: PixelScript | null; assign: PixelScript | null },
): void {
  const answer = (
    built: PixelScript | null,
    request: FastifyRequest,
    reply: FastifyReply,
    hash?: string,
  ) => {
    if (!built) throw unavailable('px.js is not built on this server. Run npm run build.', 60);
    reply.header('cache-control', hash === built.hash ? immutable : short);
    return send(built, request, reply);
  };
  const schema = { hide: true };
  app.get('/t/px.js', { schema }, async (request, reply) => answer(pixel, request, reply));
  app.get('/t/px-assign.js', { schema }, async (request, reply) => answer(assign, request, reply));
  app.get<{ Params: { hash: string } }>(
    '/t/px-:hash(^[0-9a-f]{8,64}$).js',
    { schema },
    async (request, reply) => answer(pixel, request, reply, request.params.hash),
  );
}

function send({ hash, plain, packed }: PixelScript, request: FastifyRequest, reply: FastifyReply) {
  const tag = `W/"${hash}"`;
  const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  reply
    .header('etag', tag)
    .header('vary', 'accept-encoding')
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .type('text/javascript; charset=utf-8');
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  if (isPacked) reply.header('content-encoding', 'gzip');
  return reply.send(isPacked ? packed : plain);
}

/** Null while it is not built. */
export function readPixelScript(file: string, log: Log): PixelScript | null {
  try {
    const plain = readFileSync(file);
    const hash = createHash('sha256').update(plain).digest('hex').slice(0, 12);
    return { hash, plain, packed: gzipSync(plain, { level: 9 }) };
  } catch {
    log.error({ file }, 'px.js is not built: run npm run build');
    return null;
  }
}
