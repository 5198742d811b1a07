import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { assignmentSchema } from '#contract/collect/public.ts';
import { endpoints } from '#contract/endpoints.ts';
import { linkClickId } from '../../attribution/link-click.ts';
import { notFound } from '../../platform/refusal.ts';
import { type Lead, leadToControl, leadUnit } from '../../split-clicks/lead-unit.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { carriedUrl } from './carried-url.ts';
import { type FollowDependencies, followLink } from './follow-link.ts';
import { sayFull } from './link-route.ts';
import { isPrefetch, prefetchRefused } from './prefetch.ts';
import type { BookedTest, FoundTest, TestBook } from './test-book.ts';
import { reportExposure } from './test-exposure.ts';
import { type Unit, unitOf, unitOfPage } from './test-unit.ts';

type TestDependencies = FollowDependencies & { testBook: TestBook };
type Visit = {
  request: FastifyRequest;
  reply: FastifyReply;
  booked: BookedTest;
  lead: Lead;
  unit: Unit;
  /** Whether a person sees where it leads. */
  isSeen: boolean;
};

/**
 * `GET /t/x/{slug}/`: leads a visitor to the variant of a test and reports that it was shown. While the test is not
 * known for sure, every visitor is led to the control and nothing is reported. Pages that ask for JSON get the variant
 * to show, and report by themselves that they showed it.
 */
export function testRoute(scope: FastifyInstance, dependencies: TestDependencies): void {
  const { intake, testBook } = dependencies;
  const { method, path, summary, tag, params, query } = endpoints.followTest;
  scope.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: path,
    config: { judgesText: true },
    schema: {
      summary,
      tags: [tag],
      params,
      querystring: query,
      response: { 200: assignmentSchema },
    },
    handler: async (request, reply) => {
      const { k, format } = request.query;
      if (isPrefetch(request.headers)) throw prefetchRefused();
      const found = await orUnavailable(testBook.find(request.params.slug, k));
      if (!found) throw notFound();
      const { booked } = found;
      const { country, isBot } = intake.senderOf(request);
      reply.header('cache-control', 'private, no-store');
      if (format === 'json') {
        await intake.tested(booked.pixel, request);
        const lead = leadOf(found, request, isBot ? null : unitOfPage(request, booked.test.unit));
        return reply.code(200).send({ variant: lead.variant, phase: lead.phase });
      }
      const facts = { unit: booked.test.unit, pixel: booked.pixel, country };
      const unit = unitOf(request, {
        ...facts,
        isSecure: request.protocol === 'https',
        ...(booked.test.kind === 'offer' ? { clickId: linkClickId(booked.pixel.project.id) } : {}),
      });
      const lead = leadOf(found, request, unit.id);
      const isSeen = !isBot && request.method !== 'HEAD';
      const visit = { request, reply, booked, lead, unit, isSeen };
      if (isSeen && unit.cookies.length > 0) reply.header('set-cookie', unit.cookies);
      if (booked.test.kind === 'offer' && !lead.isPreview) return toOffer(dependencies, visit);
      return toPage(dependencies, visit, lead.isPreview ? lead.place.preview : lead.place.url);
    },
  });
}

function leadOf({ booked, isCurrent }: FoundTest, request: FastifyRequest, unit: string | null) {
  const { preview, v } = request.query as Readonly<Record<string, unknown>>;
  const previewed = { token: `${preview ?? ''}`, variant: `${v ?? ''}` };
  return isCurrent
    ? leadUnit(booked.test, { unit, preview: previewed })
    : leadToControl(booked.test);
}

async function toPage({ intake }: TestDependencies, visit: Visit, page: string | null) {
  const { request, reply, booked, lead, unit, isSeen } = visit;
  const url = page ?? booked.home;
  if (url === null) throw notFound();
  if (isSeen) await reportExposure(intake, { booked, lead, unit }, request);
  const carried = { query: Object(request.query), clickId: unit.clickId, variant: lead.variant };
  return reply.redirect(carriedUrl(url, carried), 302);
}

/** An offer is reached as by the tracking link of the affiliate; without an affiliate there is only the website. */
async function toOffer(dependencies: TestDependencies, visit: Visit) {
  const { request, reply, booked, lead, unit, isSeen } = visit;
  const { affid } = request.query as Readonly<Record<string, unknown>>;
  const { offerId } = lead.place;
  if (typeof affid !== 'string' || offerId === null) {
    return toPage(dependencies, { ...visit, isSeen: false }, null);
  }
  const followed = await followLink(dependencies, request, {
    link: { affid, offer: offerId, key: booked.key },
    clickId: unit.clickId,
    isTried: request.method === 'HEAD',
    isChosen: true,
  });
  if (!followed) throw notFound();
  if (followed.isFull) return sayFull(reply);
  if (isSeen) await reportExposure(dependencies.intake, { booked, lead, unit }, request);
  return reply.redirect(followed.url, 302);
}
