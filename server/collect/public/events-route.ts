import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Refusal as EventRefusal } from '#contract/collect/answer.ts';
import { framesSchema } from '#contract/collect/public.ts';
import { endpoints } from '#contract/endpoints.ts';
import { Refusal } from '../../platform/refusal.ts';
import { orUnavailable } from '../or-unavailable.ts';
import type { FramesOf } from './frame-addresses.ts';
import type { Intake } from './intake.ts';
import type { PixelOf } from './pixel-keys.ts';
import type { TestBook } from './test-book.ts';

type EventDependencies = {
  intake: Intake;
  pixelOf: PixelOf;
  framesOf: FramesOf;
  testBook: TestBook;
};

/** `POST /t/e`: events of scripts and beacons. */
export function eventsRoute(
  scope: FastifyInstance,
  { intake, pixelOf, framesOf, testBook }: EventDependencies,
): void {
  const { method, path, summary, tag, body, answer, status } = endpoints.collectPublic;
  scope.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: path,
    config: { judgesText: true, needsDatabase: true },
    schema: { summary, tags: [tag], body, response: { 200: framesSchema, [status]: answer } },
    handler: async (request, reply) => {
      const { key, sent_at: sentAt, consent, events } = request.body;
      const pixel = await orUnavailable(pixelOf(key));
      const { refusals, known } = await intake.reported(
        pixel,
        { events, consent, sentAt, testOf: (slug) => testBook.find(slug, key) },
        request,
      );
      if (refusals.length === events.length) throw nothingKept(refusals);
      const frames = pixel ? await framesOf(pixel, key, known).catch(() => []) : [];
      if (frames.length > 0) return reply.code(200).send({ frames });
      return reply.code(status).send(null);
    },
  });
}

const mostSaid = 10;

/** If no event was accepted, the page gets an error; retrying would not help. */
const nothingKept = (refusals: readonly EventRefusal[]): Refusal =>
  new Refusal(
    400,
    Object.fromEntries(
      refusals
        .slice(0, mostSaid)
        .map(({ index, field, message }) => [`events.${index}.${field}`, [message]]),
    ),
  );
