import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { imageEndpoints } from '#contract/images/endpoints.ts';
import { notFound } from '../platform/refusal.ts';
import { servePublic } from '../plugins/serve.ts';
import { readImage } from './repository.ts';

/** Pictures need no session, because img elements cannot send a token: their random names protect them. */
export function imageRoutes(app: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  servePublic(app, imageEndpoints.readImage, async ({ params: { name }, reply }) => {
    const bytes = await readImage(pool, name);
    if (!bytes) throw notFound();
    reply
      .type('image/webp')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline; filename="picture.webp"')
      .header('cache-control', 'public, max-age=31536000, immutable');
    return bytes;
  });
}
