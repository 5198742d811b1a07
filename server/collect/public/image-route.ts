import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { endpoints } from '#contract/endpoints.ts';
import { invalid } from '../../platform/refusal.ts';
import { orUnavailable } from '../or-unavailable.ts';
import type { Intake } from './intake.ts';
import type { PixelOf } from './pixel-keys.ts';
import { queryFields } from './query-fields.ts';

/** One transparent pixel. */
const point = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** `GET /t/p.gif`: an event of a page without script. Without `u` the page is the referrer. */
export function imageRoute(
  scope: FastifyInstance,
  { intake, pixelOf }: { intake: Intake; pixelOf: PixelOf },
): void {
  const { method, path, summary, tag, query, status } = endpoints.collectImage;
  scope.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: path,
    config: { judgesText: true, needsDatabase: true },
    exposeHeadRoute: false,
    schema: { summary, tags: [tag], querystring: query },
    handler: async (request, reply) => {
      const { k: key, e: name, u: page, r: referrer, consent } = request.query;
      const pixel = await orUnavailable(pixelOf(key));
      const event = {
        ...queryFields(request.query),
        event_name: name,
        url: page ?? request.headers.referer,
        ...(referrer === undefined ? {} : { referrer }),
      };
      const { refusals } = await intake.reported(pixel, { events: [event], consent }, request);
      const [refusal] = refusals;
      if (refusal) throw invalid(refusal.field, refusal.message);
      return reply.code(status).type('image/gif').send(point);
    },
  });
}
