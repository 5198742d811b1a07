import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { collectBodySchema, maxBytes, readEvent } from '#contract/collect/events.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { AddressInfo } from '../geo/address-info.ts';
import { withPlace } from '../geo/event-place.ts';
import type { Inbox } from '../pipeline/inbox.ts';
import { acceptEvents, currenciesIn } from './accept-events.ts';
import type { CollectProject } from './collect-project.ts';
import { loadRates } from './cost-rates.ts';
import { asHistory } from './history-events.ts';
import type { KeyRing } from './key-ring.ts';
import { orUnavailable } from './or-unavailable.ts';
import { orUnknownKey, unknownKey } from './unknown-key.ts';

export type CollectDependencies = {
  pool: pg.Pool;
  inbox: Inbox;
  keys: KeyRing;
  now: () => Date;
  addressInfo: AddressInfo;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The project of the request's key; null outside the collector. */
    collectProject: CollectProject | null;
  }
}

/** Accepts events from servers. The key is checked before the body is read. */
export function collectRoutes(app: FastifyInstance, dependencies: CollectDependencies): void {
  const { pool, inbox, keys, now, addressInfo } = dependencies;
  const { method, path, summary, tag, query, answer, status } = endpoints.collectServer;

  app.register(async (scope) => {
    scope.removeContentTypeParser('text/plain');
    scope.decorateRequest('collectProject', null);
    scope.addHook('onRequest', async (request) => {
      const key = /^Token (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
      const project = key ? await orUnavailable(keys.projectOf(key)) : null;
      if (!project) throw unknownKey();
      request.collectProject = project;
    });

    scope.withTypeProvider<ZodTypeProvider>().route({
      method,
      url: path,
      bodyLimit: maxBytes,
      config: { judgesText: true },
      schema: {
        summary,
        tags: [tag],
        querystring: query,
        body: collectBodySchema,
        response: { [status]: answer },
      },
      handler: async (request, reply) => {
        const project = request.collectProject;
        if (!project) throw unknownKey();
        const { events } = request.body;
        const rateOf = await orUnavailable(loadRates(pool, project.currency, currenciesIn(events)));
        const { backfill } = request.query;
        const at = now();
        const { deliveries, refusals } = acceptEvents(events, {
          project,
          at,
          backfill,
          rateOf,
          read: (event) => withPlace(readEvent(event), (address) => [addressInfo.placeAt(address)]),
        });
        const refused = refusals.map(({ code }) => code);
        const accepted = backfill ? deliveries.map(asHistory(at)) : deliveries;
        const receipt = await orUnavailable(
          orUnknownKey(inbox.keep(project.id, accepted, refused, project.keyHash)),
        );
        reply.code(status);
        return { ...receipt, rejected: refusals };
      },
    });
  });
}
