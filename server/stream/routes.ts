import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { Access } from '../access/access.ts';
import { tokenOf } from '../access/authentication.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { requireMember } from '../plugins/serve.ts';
import { audienceOf } from './audience.ts';
import { decodeCursor } from './cursor.ts';
import type { Streams } from './streams.ts';

export type StreamDependencies = {
  pool: pg.Pool;
  streams: Streams;
  /** The present access of a token, without counting as use. */
  currentAccessOf: (token: string) => Promise<Access | null>;
};

/** Events as they arrive, as server-sent events. */
export function streamRoutes(
  app: FastifyInstance,
  { pool, streams, currentAccessOf }: StreamDependencies,
): void {
  const { method, path, summary, tag, query: querystring } = endpoints.pixelStream;
  app.addHook('preClose', async () => streams.stop());
  app.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: path,
    exposeHeadRoute: false,
    onRequest: requireMember,
    schema: { summary, tags: [tag], querystring },
    handler: async (request, reply) => {
      const access = await request.member();
      const { query } = request;
      const token = tokenOf(request) ?? '';
      const audience = await audienceOf(pool, access, query);
      const since = lastHeard(request.headers['last-event-id']) ?? query.since;
      if (since !== undefined && !decodeCursor(since)) {
        throw invalid('since', 'Use a cursor that a stream has sent.');
      }
      const stream = streams.open({
        userId: access.userId,
        query,
        since,
        audience,
        currentAccess: () => currentAccessOf(token),
        audienceFor: (now) => audienceOf(pool, now, query),
      });
      if (!stream) {
        const detail = 'Too many live views are open. Close one and try again.';
        throw new Refusal(429, { detail }, 5);
      }
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('connection', 'close')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  });
}

const lastHeard = (header: string | string[] | undefined): string | undefined =>
  [header].flat()[0] || undefined;
