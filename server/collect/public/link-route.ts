import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { linkAnswerSchema } from '#contract/collect/public.ts';
import { endpoints } from '#contract/endpoints.ts';
import { linkClickId } from '../../attribution/link-click.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { answered } from '../acknowledge.ts';
import type { Intake } from './intake.ts';
import { landingFor } from './landing-url.ts';
import type { DestinationOf } from './link-destinations.ts';
import { toldOfClick } from './query-fields.ts';

/**
 * `GET /t/c/{affid}`: counts a click and leads on. Where to is decided by what is stored, never by the address. A
 * person is led on although the click is refused or cannot be kept; a program that asks for JSON is told.
 */
export function linkRoute(
  scope: FastifyInstance,
  { intake, destinationOf }: { intake: Intake; destinationOf: DestinationOf },
): void {
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
      response: { 200: linkAnswerSchema },
    },
    handler: async (request, reply) => {
      const { affid } = request.params;
      const { offer, format, k: key } = request.query;
      const destination = await answered(destinationOf({ affid, offer, key }));
      if (!destination) throw notFound();
      const { pixel, url } = destination;
      const clickId = request.headers['sec-gpc'] === '1' ? null : linkClickId(pixel.project.id);
      const event = {
        ...toldOfClick(request.query),
        event_name: 'click',
        affid,
        ...(offer === undefined ? {} : { offer_id: offer }),
        ...(clickId === null ? {} : { click_id: clickId }),
        ...(request.headers.referer ? { referrer: request.headers.referer } : {}),
        ...(request.query.test === '1' ? { test: true } : {}),
      };
      // Whoever only looks whether the link works clicks nothing.
      const isOnlyTried = request.method === 'HEAD';
      const refusal = isOnlyTried ? null : await refusalOf(intake.followed(pixel, event, request));
      if (refusal && format === 'json') throw refusal;
      // Where the link keeps no click, the one that the page reports is the only one and has to count.
      const told = refusal || isOnlyTried ? { ...event, click_id: plainClickId() } : event;
      const target = clickId === null ? url : landingFor(url, told);
      if (format === 'json') return reply.code(200).send({ click_id: clickId, url: target });
      return reply.redirect(target, 302);
    },
  });
}

async function refusalOf(followed: ReturnType<Intake['followed']>): Promise<Refusal | null> {
  try {
    const [first] = await followed;
    return first ? invalid(first.field, first.message) : null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const plainClickId = (): string => `ck_${randomBytes(16).toString('base64url')}`;
