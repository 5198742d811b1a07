import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { endpoints } from '#contract/endpoints.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { type Lead, leadToControl, leadUnit } from '../../split-clicks/lead-unit.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { carriedUrl } from './carried-url.ts';
import type { Intake } from './intake.ts';
import { isPrefetch } from './prefetch.ts';
import { clickFields } from './query-fields.ts';
import type { BookedTest, TestBook } from './test-book.ts';
import { type Unit, unitOf } from './test-unit.ts';

type TestDependencies = { intake: Intake; testBook: TestBook };

/**
 * `GET /t/x/{slug}/`: leads a visitor to the variant of a test and reports that it was shown. While the test is not
 * known for sure, everybody is led to the control and nothing is reported.
 */
export function testRoute(scope: FastifyInstance, { intake, testBook }: TestDependencies): void {
  const { method, path, summary, tag, params, query } = endpoints.followTest;
  scope.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: path,
    config: { judgesText: true },
    schema: { summary, tags: [tag], params, querystring: query },
    handler: async (request, reply) => {
      const { k, preview, v = '' } = request.query;
      const found = await orUnavailable(testBook.find(request.params.slug, k));
      if (!found) throw notFound();
      const { booked, isCurrent } = found;
      const { country, isBot } = intake.senderOf(request);
      const facts = { unit: booked.test.unit, pixel: booked.pixel, country };
      const unit = unitOf(request, { ...facts, isSecure: request.protocol === 'https' });
      const isSeen = !isBot && request.method !== 'HEAD' && !isPrefetch(request.headers);
      const lead = isCurrent
        ? leadUnit(booked.test, {
            unit: unit.id,
            preview: preview === undefined ? undefined : { token: preview, variant: v },
          })
        : leadToControl(booked.test);
      const url = lead.place.url ?? booked.home;
      if (url === null) throw notFound();
      if (isSeen && lead.phase !== null) await report(intake, { booked, lead, unit }, request);
      if (isSeen && unit.cookie !== null) reply.header('set-cookie', unit.cookie);
      reply.header('cache-control', 'private, no-store');
      const { variant } = lead;
      const { clickId } = unit;
      return reply.redirect(carriedUrl(url, { query: request.query, clickId, variant }), 302);
    },
  });
}

type Shown = { booked: BookedTest; lead: Lead; unit: Unit };

/** A visitor is led on even if the exposure cannot be kept: then the unit is not counted. */
async function report(
  intake: Intake,
  { booked: { pixel, test }, lead: { variant, phase }, unit }: Shown,
  request: Parameters<Intake['followed']>[2],
): Promise<void> {
  const query = Object(request.query);
  const event = {
    ...clickFields(query),
    event_name: 'experiment_exposure',
    click_id: unit.clickId,
    ...(unit.visitorId === null ? {} : { visitor_id: unit.visitorId }),
    ...(query.test === '1' ? { test: true } : {}),
  };
  const pins = { test_id: test.id, test_variant: variant, test_phase: phase ?? 0 };
  try {
    await intake.followed(pixel, { event, pins }, request);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
