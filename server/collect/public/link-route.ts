import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { linkAnswerSchema } from '#contract/collect/public.ts';
import { endpoints } from '#contract/endpoints.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { type FollowDependencies, followLink } from './follow-link.ts';
import { isPrefetch, prefetchRefused } from './prefetch.ts';

/**
 * `GET /t/c/{affid}`: counts a click and redirects. The stored destination decides, never the URL. Visitors are
 * redirected even if the click is refused or cannot be kept; clients that ask for JSON get the error. While the
 * database is silent, links work from what was last known of them.
 */
export function linkRoute(scope: FastifyInstance, dependencies: FollowDependencies): void {
  const { method, path, summary, tag, params, query } = endpoints.followLink;
  scope.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: path,
    config: { judgesText: true },
    schema: {
      summary,
      tags: [tag],
      params,
      querystring: query,
      response: {
        200: linkAnswerSchema,
        410: z.union([z.string(), z.object({ detail: z.string() })]),
      },
    },
    handler: async (request, reply) => {
      const { affid } = request.params;
      const { offer, format, k: key } = request.query;
      if (isPrefetch(request.headers)) throw prefetchRefused();
      const followed = await followLink(dependencies, request, {
        link: { affid, offer, key },
        isTried: request.method === 'HEAD',
      });
      if (!followed) throw notFound();
      const { clickId, url, isFull, refusal } = followed;
      if (isFull && format === 'json') throw new Refusal(410, { detail: full });
      if (isFull) return sayFull(reply);
      if (refusal && format === 'json') throw refusal;
      if (format === 'json') return reply.code(200).send({ click_id: clickId, url });
      return reply.redirect(url, 302);
    },
  });
}

const full = 'This offer takes no more clicks at the moment.';

export const sayFull = (reply: FastifyReply): FastifyReply =>
  reply.code(410).type('text/plain; charset=utf-8').serializer(String).send(full);
