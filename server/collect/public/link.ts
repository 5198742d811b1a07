import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { linkAnswerSchema } from '#contract/collect-public.ts';
import { endpoints } from '#contract/endpoints.ts';
import { invalid, notFound } from '../../plugins/refusal.ts';
import { answered } from '../answered.ts';
import type { Intake } from './intake.ts';
import type { DestinationOf } from './links.ts';
import { toldIn } from './told.ts';

/** `GET /t/c/{affid}`: counts a click and leads on. Where to is decided by what is stored, never by the address. */
export function linkRoute(
  scope: FastifyInstance,
  { intake, destinationOf }: { intake: Intake; destinationOf: DestinationOf },
): void {
  const { method, path, summary, tag, params, query } = endpoints.followLink;
  scope.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: path,
    schema: {
      summary,
      tags: [tag],
      params,
      querystring: query,
      response: { 200: linkAnswerSchema },
    },
    handler: async (request, reply) => {
      const { affid } = request.params;
      const { offer, format, k: key } = request.query;
      const destination = await answered(destinationOf({ affid, offer, key }));
      if (!destination) throw notFound();
      const { pixel, url } = destination;
      const clickId = request.headers['sec-gpc'] === '1' ? null : newClickId();
      const event = {
        ...toldIn(request.query),
        event_name: 'click',
        affid,
        ...(offer === undefined ? {} : { offer_id: offer }),
        ...(clickId === null ? {} : { click_id: clickId }),
        ...(request.headers.referer ? { referrer: request.headers.referer } : {}),
        ...(request.query.test === '1' ? { test: true } : {}),
      };
      // Whoever only looks whether the link works clicks nothing.
      if (request.method !== 'HEAD') {
        const [refusal] = await intake.followed(pixel, event, request);
        if (refusal) throw invalid(refusal.field, refusal.message);
      }
      const target = clickId === null ? url : withClickId(url, clickId);
      if (format === 'json') return reply.code(200).send({ click_id: clickId, url: target });
      return reply.redirect(target, 302);
    },
  });
}

const newClickId = (): string => `ck_${randomBytes(16).toString('base64url')}`;

function withClickId(address: string, clickId: string): string {
  const url = new URL(address);
  url.searchParams.set('click_id', clickId);
  return url.href;
}
