import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { linkAnswerSchema } from '#contract/collect/public.ts';
import { endpoints } from '#contract/endpoints.ts';
import { linkClickId } from '../../attribution/link-click.ts';
import type { OfferBook } from '../../offer-clicks/offer-book.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { orUnavailable } from '../or-unavailable.ts';
import type { Intake } from './intake.ts';
import { landingUrl, withClickId } from './landing-url.ts';
import type { DestinationOf } from './link-destinations.ts';
import { targetOf } from './link-target.ts';
import { isPrefetch } from './prefetch.ts';
import { clickFields } from './query-fields.ts';

type LinkDependencies = {
  intake: Intake;
  destinationOf: DestinationOf;
  offerBook: OfferBook;
  now: () => Date;
};

/**
 * `GET /t/c/{affid}`: counts a click and redirects. The stored destination decides, never the URL. Visitors are
 * redirected even if the click is refused or cannot be kept; clients that ask for JSON get the error. While the
 * database is silent, links work from what was last known of them.
 */
export function linkRoute(scope: FastifyInstance, dependencies: LinkDependencies): void {
  const { intake } = dependencies;
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
      if (isPrefetch(request.headers)) throw askedAhead();
      const link = { affid, offer, key };
      const target = await orUnavailable(targetOf(dependencies, link, request));
      if (!target) throw notFound();
      const { pixel, url, offered } = target;
      const pins = offered?.pins;
      const clickId = request.headers['sec-gpc'] === '1' ? null : linkClickId(pixel.project.id);
      const event = {
        ...clickFields(request.query),
        event_name: 'click',
        affid,
        ...(offered ? { offer_id: offered.offerId } : {}),
        ...(clickId === null ? {} : { click_id: clickId }),
        ...(request.headers.referer ? { referrer: request.headers.referer } : {}),
        ...(request.query.test === '1' ? { test: true } : {}),
      };
      // A HEAD request only tests the link and makes no click.
      const isOnlyTried = request.method === 'HEAD';
      const refusal = await refusalOf(
        isOnlyTried
          ? intake.tested(pixel, request)
          : intake.followed(pixel, { event, pins }, request),
      );
      if (pins?.offer_route === 'refused') {
        if (format === 'json') throw full();
        return reply.code(410).type('text/plain; charset=utf-8').serializer(String).send(isFull);
      }
      if (refusal && format === 'json') throw refusal;
      // Without a kept click of the link, the click that the page reports is the only one and must count.
      const reportedClick = refusal || isOnlyTried ? { ...event, click_id: plainClickId() } : event;
      const address = clickId === null ? withClickId(url, '') : landingUrl(url, reportedClick);
      if (format === 'json') return reply.code(200).send({ click_id: clickId, url: address });
      return reply.redirect(address, 302);
    },
  });
}

const isFull = 'This offer takes no more clicks at the moment.';
const full = () => new Refusal(410, { detail: isFull });

async function refusalOf(followed: ReturnType<Intake['followed']>): Promise<Refusal | null> {
  try {
    const [first] = await followed;
    return first ? invalid(first.field, first.message) : null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** A browser discards the answer to a prefetch that failed, and asks again when its person follows the link. */
const askedAhead = () =>
  new Refusal(503, {
    detail: 'A link is not prefetched, because it counts clicks. Follow the link.',
  });

const plainClickId = (): string => `ck_${randomBytes(16).toString('base64url')}`;
